import { expect, test } from 'vitest';
import { Schedule } from '../../compactor/schedule.ts';
import { fastClock } from '../support/fast-clock.ts';

const signal = new AbortController().signal;

test('a chat is due once, when it has been quiet for its time', async () => {
  const clock = fastClock();
  const schedule = new Schedule(clock);
  schedule.in('a.md', 100);
  await clock.wait(60, signal);
  schedule.in('a.md', 100);
  await clock.wait(60, signal);
  expect(schedule.take()).toEqual([]);
  expect(schedule.next()).toBe(40);
  await clock.wait(40, signal);
  expect(schedule.take()).toEqual(['a.md']);
  expect(schedule.take()).toEqual([]);
  expect(schedule.next()).toBe(Number.POSITIVE_INFINITY);
});

test('T10 a save storm makes one look, after it has ended', async () => {
  const clock = fastClock();
  const schedule = new Schedule(clock);
  let looks = 0;
  for (let save = 0; save < 200; save++) {
    schedule.in('a.md', 100);
    await clock.wait(50, signal);
    looks += schedule.take().length;
  }
  await clock.wait(50, signal);
  looks += schedule.take().length;
  expect(looks).toBe(1);
});

test('the chat that changed last comes first', async () => {
  const clock = fastClock();
  const schedule = new Schedule(clock);
  for (const path of ['a.md', 'b.md', 'c.md', 'a.md']) schedule.in(path, 10);
  await clock.wait(10, signal);
  expect(schedule.take()).toEqual(['a.md', 'c.md', 'b.md']);
});

test('a later look never delays an earlier one', async () => {
  const clock = fastClock();
  const schedule = new Schedule(clock);
  schedule.in('a.md', 100);
  schedule.atLatestIn('a.md', 5000);
  expect(schedule.next()).toBe(100);
  schedule.atLatestIn('a.md', 50);
  expect(schedule.next()).toBe(50);
});
