import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateTokens, pictureTokens } from '../../../core/text/tokens.ts';
import { hasRecorded, random, readmes, recorded } from './corpus.ts';
import { proseSamples } from './prose-samples.ts';

const root = join(import.meta.dirname, '../../..');
const counted = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
const error = (text: string) => estimateTokens(text) / counted(text) - 1;
const bytes = (length: number, of: string) =>
  createHash('shake256', { outputLength: length }).update(of).digest();

function packages(file: string, folder = 'node_modules'): string {
  return readdirSync(join(root, folder))
    .filter((name) => !name.startsWith('.') && !name.startsWith('@'))
    .flatMap((name) => {
      try {
        return [readFileSync(join(root, folder, name, file), 'utf8')];
      } catch {
        return [];
      }
    })
    .join('\n')
    .slice(0, 40_000);
}

function code(): string {
  const folder = join(root, 'core/format');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .slice(0, 40_000);
}

function logs(): string {
  const next = random(3);
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)]!;
  return Array.from({ length: 300 }, (_, second) => {
    const time = new Date(Date.UTC(2026, 9, 4, 3, 12, second)).toISOString().slice(0, 19).replace('T', ' ');
    const from = `${pick(['kernel', 'sshd', 'nginx', 'watchdog'])}[${Math.floor(next() * 9000)}]`;
    return `${time} ${pick(['INFO', 'WARN', 'ERROR'])} ${from}: ${pick(['fan 2 stalled at', 'upstream timed out after', 'accepted connection from 10.0.3.17 port'])} ${Math.floor(next() * 60_000)}`;
  }).join('\n');
}

function emoji(): string {
  const next = random(5);
  const signs = ['🙂', '🎉', '👍', '🤔', '🔥', '✅', '🚀', '❤️', '😅', '👩‍💻', '🇩🇪'];
  return Array.from(
    { length: 600 },
    () => `${signs[Math.floor(next() * signs.length)]}${next() < 0.3 ? ' yes ' : ''}`,
  ).join('');
}

const kinds: Readonly<Record<string, { readonly text: string; readonly within: number }>> = {
  english: { text: proseSamples.english, within: 0.1 },
  german: { text: proseSamples.german, within: 0.25 },
  russian: { text: proseSamples.russian, within: 0.25 },
  'code (ts)': { text: code(), within: 0.1 },
  json: { text: packages('package.json'), within: 0.1 },
  logs: { text: logs(), within: 0.25 },
  chinese: { text: proseSamples.chinese, within: 0.25 },
  japanese: { text: proseSamples.japanese, within: 0.25 },
  korean: { text: proseSamples.korean, within: 0.25 },
  'emoji text': { text: emoji(), within: 0.25 },
  'base64 in lines of 76': {
    text: bytes(20_000, 'x')
      .toString('base64')
      .replace(/(.{76})/g, '$1\n'),
    within: 0.25,
  },
  hex: {
    text: bytes(10_000, 'y')
      .toString('hex')
      .replace(/(.{64})/g, '$1\n'),
    within: 0.25,
  },
};

describe('an estimate is near what a tokenizer counts', () => {
  test.each(Object.entries(kinds))('for %s', (_, { text, within }) => {
    expect(Math.abs(error(text))).toBeLessThanOrEqual(within);
  });

  const spread = (texts: readonly string[]) => {
    const errors = texts
      .filter((text) => text.length < 20_000 && counted(text) >= 20)
      .map(error)
      .sort((a, b) => a - b);
    return [errors[Math.floor(errors.length * 0.05)]!, errors[Math.floor(errors.length * 0.95)]!];
  };

  test('for nine of ten pieces of README files, within 15 %', () => {
    const [low, high] = spread(readmes().filter((_, index) => index % 5 === 0));
    expect(low).toBeGreaterThan(-0.15);
    expect(high).toBeLessThan(0.15);
  });

  test.skipIf(!hasRecorded)('for nine of ten recorded messages, within 15 % (needs ../shared/data)', () => {
    const [low, high] = spread(recorded().filter((_, index) => index % 4 === 0));
    expect(low).toBeGreaterThan(-0.15);
    expect(high).toBeLessThan(0.15);
  });
});

test('a Japanese text costs at least 0.6 tokens a character, English of that length less than half', () => {
  const file = readFileSync(
    join(root, 'test/cases/041-japanese-is-not-four-characters-a-token/chat.md'),
    'utf8',
  );
  const text = file.slice(file.indexOf('{"type":"text"}\n') + 16, file.indexOf('\n<!-- clara:end-message'));
  const tokens = estimateTokens(text);
  expect(tokens).toBeGreaterThanOrEqual(text.length * 0.6);
  expect(tokens).toBeLessThanOrEqual(text.length * 2);
  expect(estimateTokens(proseSamples.english.repeat(9).slice(0, text.length)) * 2).toBeLessThanOrEqual(
    tokens,
  );
});

test('a picture has one price', () => {
  expect(pictureTokens).toBe(1600);
});

test('nothing costs nothing, and a text at most three tokens for two bytes of UTF-8', () => {
  expect(estimateTokens('')).toBe(0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const tokens = estimateTokens(text);
      expect(Number.isInteger(tokens)).toBe(true);
      expect(tokens).toBeLessThanOrEqual(Math.ceil(Buffer.byteLength(text) * 1.5));
      expect(tokens).toBeGreaterThanOrEqual(text.trim() === '' ? 0 : 1);
    }),
  );
});

test.each(['a', 'A', '1', ' ', '\n', '=', '字', 'あ', '👍', 'é', 'ж', '\u0301'])(
  'ten million times %j is no harder than other text',
  (unit) => {
    const text = unit.repeat(10_000_000 / unit.length);
    const tokens = estimateTokens(text);
    expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text) * 1.25);
    expect(Math.abs(tokens - 10 * estimateTokens(text.slice(0, 1_000_000)))).toBeLessThanOrEqual(20);
  },
);
