import { describe, expect, test } from 'vitest';
import { type Job, Queue } from '../../compactor/queue.ts';

const job = (path: string, id: number, size = 1): Job => ({
  path,
  source: `${path}#${id}`,
  message: { id, role: 'user', createdAt: '', parts: [], line: 1 },
  also: [],
  minWords: 50,
  size,
});

const jobs = (path: string, ...ids: number[]): Job[] => ids.map((id) => job(path, id));

function drain(queue: Queue): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next.source);
  return taken;
}

describe('the queue', () => {
  test('gives the newest message of the newest changed chat first, whatever the order they came in', () => {
    const queue = new Queue();
    queue.put('new.md', 20, jobs('new.md', 9, 8));
    queue.put('old.md', 10, jobs('old.md', 5, 4));
    expect(drain(queue)).toEqual(['new.md#9', 'new.md#8', 'old.md#5', 'old.md#4']);
  });

  test('a chat that changes goes before those that changed earlier', () => {
    const queue = new Queue();
    queue.put('a.md', 1, jobs('a.md', 2, 1));
    queue.put('b.md', 2, jobs('b.md', 1));
    queue.put('a.md', 3, jobs('a.md', 3, 1));
    expect(drain(queue)).toEqual(['a.md#3', 'a.md#1', 'b.md#1']);
  });

  test('holds one job for a message: what is put for a chat replaces what waited for it', () => {
    const queue = new Queue();
    queue.put('a.md', 1, jobs('a.md', 3, 2, 1));
    queue.put('a.md', 1, jobs('a.md', 3, 2, 1));
    expect(queue.size).toBe(3);
    queue.put('a.md', 2, []);
    expect(queue.size).toBe(0);
    expect(queue.take()).toBeUndefined();
  });

  test('a message put back after a failure waits behind the others', () => {
    const queue = new Queue();
    queue.put('a.md', 2, jobs('a.md', 2, 1));
    queue.put('b.md', 1, jobs('b.md', 1));
    queue.putBack(queue.take()!);
    queue.putBack(job('c.md', 7));
    expect(drain(queue)).toEqual(['a.md#1', 'a.md#2', 'b.md#1', 'c.md#7']);
  });

  test('never holds a message twice when one is put back that waits already', () => {
    const queue = new Queue();
    queue.put('a.md', 1, jobs('a.md', 2, 1));
    queue.putBack(job('a.md', 2));
    expect(drain(queue)).toEqual(['a.md#2', 'a.md#1']);
  });

  test('is bounded: the oldest messages of the oldest chats are put off, and their chat is named when there is room', () => {
    const queue = new Queue({ jobs: 4, characters: 1000 });
    queue.put('old.md', 1, jobs('old.md', 3, 2, 1));
    queue.put('new.md', 2, jobs('new.md', 3, 2, 1));
    expect(queue.size).toBe(4);
    expect(queue.takePutOff()).toBeUndefined();
    expect(queue.take()?.source).toBe('new.md#3');
    expect(queue.take()?.source).toBe('new.md#2');
    expect(queue.takePutOff()).toBe('old.md');
    expect(queue.takePutOff()).toBeUndefined();
    expect(drain(queue)).toEqual(['new.md#1', 'old.md#3']);
  });

  test('is bounded by the characters it holds too, but never refuses a single large message', () => {
    const queue = new Queue({ jobs: 100, characters: 10 });
    queue.put('a.md', 1, [job('a.md', 2, 6), job('a.md', 1, 6)]);
    expect(queue.size).toBe(1);
    queue.put('huge.md', 2, [job('huge.md', 1, 5000)]);
    expect(drain(queue)).toEqual(['huge.md#1']);
  });

  test('gives ten thousand messages of a thousand chats in their order', () => {
    const queue = new Queue();
    for (let chat = 0; chat < 1000; chat++) {
      queue.put(`${chat}.md`, chat, jobs(`${chat}.md`, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
    }
    const taken = drain(queue);
    expect(taken).toHaveLength(10_000);
    expect(taken[0]).toBe('999.md#10');
    expect(taken.at(-1)).toBe('0.md#1');
  });
});
