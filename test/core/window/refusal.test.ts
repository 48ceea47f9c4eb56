import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { heal } from '../../../core/window/heal.ts';
import { recognise } from '../../../core/window/refusal.ts';
import { caseFile } from '../../support/recorded.ts';

interface Provider {
  readonly id: string;
  readonly provider: string;
  readonly status: number;
  readonly body: string;
  readonly window: number | null;
  readonly kind: string;
}

const { rows } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/providers.json'), 'utf8'),
) as { rows: Provider[] };

describe('every recorded answer of a server is taken for what it is', () => {
  test('there are 72 of them', () => expect(rows).toHaveLength(72));

  test.each(rows)('$id, $provider: $kind', ({ status, body, window, kind }) => {
    const found = recognise({ status, body }, { tokens: 6900 });
    expect(found.kind).toBe(kind);
    expect(found.window ?? null).toBe(window);
    expect(found.says).not.toMatch(/\n|<html/);
  });
});

const file = (number: string, name: string): { status: number; body: string } => {
  const { status, body } = JSON.parse(readFileSync(caseFile(number, name), 'utf8'));
  return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

describe('after a refusal', () => {
  test('a window of three tokens is not believed, the request is made smaller once, then the person is told', () => {
    const refusal = recognise(file('062', 'error.json'));
    expect(refusal).toMatchObject({ kind: 'overflow' });
    expect(refusal.window).toBeUndefined();
    expect(heal(refusal, { tokens: 840 }, 0)).toEqual({ do: 'smaller', budget: 420 });
    expect(heal(refusal, { tokens: 420 }, 1)).toMatchObject({ do: 'fail' });
  });

  test('a window smaller than what was answered before is not believed', () => {
    const body = '{"error":{"message":"This model\'s maximum context length is 4096 tokens."}}';
    expect(recognise({ status: 400, body }, { answered: 6000 }).window).toBeUndefined();
    expect(recognise({ status: 400, body }, { answered: 3000 }).window).toBe(4096);
  });

  test('tokens a minute are no window: one request above them gets smaller, several together wait', () => {
    const one = recognise(file('064', 'error.json'));
    expect(one).toMatchObject({ kind: 'too-big-not-window', limit: 12000 });
    expect(one.window).toBeUndefined();
    const healing = heal(one, { tokens: 14137 }, 0);
    expect(healing).toMatchObject({ do: 'smaller' });
    expect(healing.do === 'smaller' && healing.budget).toBeLessThan(12000);
    expect(heal(recognise(file('064', 'error-429.json')), { tokens: 900 }, 0)).toEqual({ do: 'wait' });
  });

  test.each([
    ['stream-a.txt', undefined],
    ['stream-b.txt', 40960],
  ])('an error inside a stream that began with 200 is seen: %s', (name, window) => {
    const found = recognise({ status: 200, body: readFileSync(caseFile('066', name), 'utf8') });
    expect(found.kind).toBe('overflow');
    expect(found.window).toBe(window);
  });

  test.each(['error-bytes.json', 'error-chars.json', 'error-nginx.json'])(
    'limits in bytes and characters teach no window: %s',
    (name) => {
      const found = recognise(file('068', name));
      expect(found.kind).toBe('too-big-not-tokens');
      expect(found.window).toBeUndefined();
      expect(heal(found, { tokens: 9000 }, 0)).toEqual({ do: 'smaller', budget: 4500 });
    },
  );

  test('a lower bound is not taken for the size: the next try aims well below', () => {
    const found = recognise(file('070', 'error.json'));
    expect(found).toMatchObject({ kind: 'overflow', window: 262144, lowerBound: true });
    expect(heal(found, { tokens: 190_000 }, 0)).toEqual({ do: 'smaller', budget: 95_000, learned: 262144 });
  });

  test('a prompt cut in silence is noticed', () => {
    const body = readFileSync(caseFile('072', 'reply.json'), 'utf8');
    expect(recognise({ status: 200, body }, { tokens: 6900 }).kind).toBe('silent-truncation');
    expect(recognise({ status: 200, body }, { tokens: 2100 }).kind).toBe('not-overflow');
  });

  test('a refused shape is sent once in another shape, never smaller', () => {
    expect(heal(recognise(file('045', 'error.json')), { tokens: 99 }, 0)).toEqual({
      do: 'reshape',
      dialect: 'openai',
    });
    expect(heal(recognise(file('047', 'error.json')), { tokens: 99 }, 0)).toEqual({
      do: 'reshape',
      nameless: true,
    });
    expect(heal(recognise(file('049', 'error.json')), { tokens: 99 }, 0)).toEqual({
      do: 'reshape',
      dialect: 'openai',
    });
  });

  test('a long hostile body is read in no time', () => {
    const body = `${'{"a":"maximum context length '.repeat(50_000)}`;
    expect(recognise({ status: 400, body }).kind).toBe('overflow');
    expect(recognise({ status: 500, body: '<html>'.repeat(100_000) }).kind).toBe('not-overflow');
  });
});
