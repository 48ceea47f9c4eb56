import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../../core/text/redact.ts';
import { random, readmes } from './corpus.ts';

const root = join(import.meta.dirname, '../../..');
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const alnum = upper + lower + digits;
const hex = `${digits}abcdef`;

type Draw = (alphabet: string, length: number) => string;

/** Secrets of every kind, drawn at random; nothing here was ever valid. */
const secrets: Readonly<
  Record<string, (draw: Draw) => { readonly secret: string; readonly line?: (secret: string) => string }>
> = {
  'AWS key': (draw) => ({ secret: `AKIA${draw(`${upper}234567`, 16)}` }),
  'AWS secret': (draw) => ({
    secret: draw(`${alnum}/+`, 40),
    line: (secret) => `aws_secret_access_key = ${secret}`,
  }),
  Google: (draw) => ({ secret: `AIza${draw(`${alnum}_-`, 35)}` }),
  JWT: (draw) => ({ secret: `eyJ${draw(alnum, 20)}.eyJ${draw(alnum, 60)}.${draw(`${alnum}_-`, 43)}` }),
  Stripe: (draw) => ({ secret: `sk_live_${draw(alnum, 24)}` }),
  'Hugging Face': (draw) => ({ secret: `hf_${draw(upper + lower, 34)}` }),
  bearer: (draw) => ({
    secret: draw(alnum, 32),
    line: (secret) => `curl -H "Authorization: Bearer ${secret}" https://x.org`,
  }),
  'password in a file': (draw) => ({
    secret: draw(`${alnum}!#%`, 12),
    line: (secret) => `DB_PASSWORD=${secret}`,
  }),
  'password in YAML': (draw) => ({ secret: draw(alnum, 10), line: (secret) => `  password: "${secret}"` }),
  'password in prose': (draw) => ({
    secret: draw(alnum, 11),
    line: (secret) => `The password is ${secret}, do not pass it on.`,
  }),
  'Passwort in prose': (draw) => ({ secret: draw(alnum, 11), line: (secret) => `Das Passwort: ${secret}` }),
  'password in JSON': (draw) => ({
    secret: draw(alnum, 16),
    line: (secret) => `{"user":"a","password":"${secret}","port":1}`,
  }),
  'API key': (draw) => ({ secret: draw(hex, 32), line: (secret) => `api_key: ${secret}` }),
  'private key': (draw) => ({
    secret: `${draw(`${alnum}+/`, 64)}\n${draw(`${alnum}+/`, 64)}`,
    line: (secret) => `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
  }),
  GitHub: (draw) => ({ secret: `ghp_${draw(alnum, 36)}` }),
  'GitHub, fine': (draw) => ({ secret: `github_pat_${draw(alnum, 22)}_${draw(alnum, 59)}` }),
  GitLab: (draw) => ({ secret: `glpat-${draw(`${alnum}_-`, 20)}` }),
  Slack: (draw) => ({ secret: `xoxb-${draw(digits, 12)}-${draw(digits, 12)}-${draw(alnum, 24)}` }),
  OpenAI: (draw) => ({ secret: `sk-proj-${draw(alnum, 48)}` }),
  'OpenAI, old': (draw) => ({ secret: `sk-${draw(alnum, 48)}` }),
  Anthropic: (draw) => ({ secret: `sk-ant-api03-${draw(`${alnum}_-`, 93)}AA` }),
  npm: (draw) => ({ secret: `npm_${draw(alnum, 36)}` }),
  'npmrc line': (draw) => ({
    secret: draw(hex, 36),
    line: (secret) => `//registry.example.org/:_authToken=${secret}`,
  }),
  'address with a password': (draw) => ({
    secret: draw(alnum, 14),
    line: (secret) => `git clone https://me:${secret}@git.example.org/a.git`,
  }),
  'connection string': (draw) => ({
    secret: draw(alnum, 14),
    line: (secret) => `DATABASE_URL=postgres://app:${secret}@db.example.org:5432/app`,
  }),
  'Azure connection string': (draw) => ({
    secret: `${draw(`${alnum}+/`, 86)}==`,
    line: (secret) => `AccountName=a;AccountKey=${secret};EndpointSuffix=x`,
  }),
  'random value': (draw) => ({
    secret: draw(alnum, 40),
    line: (secret) => `and then it said ${secret} to me`,
  }),
  SendGrid: (draw) => ({ secret: `SG.${draw(alnum, 22)}.${draw(alnum, 43)}` }),
  Telegram: (draw) => ({ secret: `${draw('123456789', 9)}:AA${draw(`${alnum}_-`, 33)}` }),
};

const around = [
  '%',
  'Use %, please.',
  '`%`',
  '"%"',
  "'%'",
  '- %',
  'export KEY=%',
  '(%)',
  'a: %',
  '```\n%\n```',
];

function planted(count: number, seed: number) {
  const next = random(seed);
  const draw: Draw = (alphabet, length) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
  const kinds = Object.entries(secrets);
  return Array.from({ length: count }, (_, index) => {
    const [kind, make] = kinds[index % kinds.length]!;
    const { secret, line } = make(draw);
    const own = line?.(secret) ?? around[Math.floor(next() * around.length)]!.replace('%', () => secret);
    return { kind, secret, text: `Some words before.\n${own}\nSome words behind.` };
  });
}

describe('secrets', () => {
  test('of 300 planted ones none is left, nor a part of it', () => {
    const left = planted(300, 42).filter(({ secret, text }) => {
      const out = redact(text).text;
      return secret.split('\n').some((line) => out.includes(line) || out.includes(line.slice(-10)));
    });
    expect(left).toEqual([]);
  });

  test('what stands around them stays', () => {
    for (const { text } of planted(60, 7)) {
      const out = redact(text);
      expect(out.text.startsWith('Some words before.\n')).toBe(true);
      expect(out.text.endsWith('\nSome words behind.')).toBe(true);
      expect(out.found).toBeGreaterThan(0);
    }
  });

  test('equal ones get equal placeholders, others get others', () => {
    const [a, b] = planted(2 * Object.keys(secrets).length, 5).filter(({ kind }) => kind === 'GitHub');
    const out = redact(`${a!.secret} ${a!.secret} ${b!.secret}`).text.split(' ');
    expect(out[0]).toMatch(/^\[redacted:github-token:[0-9a-f]{6}\]$/);
    expect(out[0]).toBe(out[1]);
    expect(out[0]).not.toBe(out[2]);
  });

  test('redacted text is not redacted again', () => {
    for (const { text } of planted(90, 3)) {
      const once = redact(text).text;
      expect(redact(once)).toEqual({ text: once, found: 0 });
    }
  });

  test('nothing is left that secretlint finds, but our own placeholders where a password stood', async () => {
    const text = planted(120, 8)
      .map((one) => redact(one.text).text)
      .join('\n');
    const found = await lintSource({
      source: { filePath: 'chat.md', content: text, contentType: 'text' },
      options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset }] } },
    } as unknown as Parameters<typeof lintSource>[0]);
    expect(
      found.messages
        .map(({ message }) => message)
        .filter((message) => !/:\[redacted:[a-z-]+:[0-9a-f]{6}\]@/.test(message)),
    ).toEqual([]);
    expect(planted(120, 8).filter(({ secret }) => JSON.stringify(found).includes(secret))).toEqual([]);
  });
});

describe('clean text', () => {
  test.each([
    ['git hashes', 'commit 7e9c1b7a0fee09f25c7d4c2d60af6c271a90abcd'],
    ['UUIDs', 'session 4e836284-4a0a-44a1-acb3-38c68db78007'],
    ['integrity hashes', `"integrity": "sha512-${createHash('sha512').update('a').digest('base64')}"`],
    ['digests', createHash('sha256').update('a').digest('hex')],
    ['names of variables', 'const apiKey = process.env.API_KEY; password: string; token: options.token'],
    ['placeholders', 'PASSWORD=<your password> or API_KEY=$API_KEY or token: xxxx'],
    [
      'talk about secrets',
      'The password is wrong. Set the token before you start, the key is in the drawer.',
    ],
    ['paths and addresses', 'src/components/UserProfileSettings2/index.ts https://example.org/a/b/c?d=e#f'],
    ['long names', 'AbstractSingletonProxyFactoryBean2Implementation this_is_a_long_identifier_2'],
  ])('%s are no secrets', (_, text) => {
    expect(redact(text)).toEqual({ text, found: 0 });
  });

  test('of the lines of README files, code and a lock file at most one in a hundred is touched', () => {
    const files = ['package-lock.json', 'core/conversation.ts', 'core/text/facts.ts', 'package.json'];
    const lines = [...readmes(), ...files.map((file) => readFileSync(join(root, file), 'utf8'))]
      .join('\n')
      .split('\n');
    const touched = lines.filter((line) => redact(line).found > 0);
    expect(lines.length).toBeGreaterThan(10_000);
    expect(touched.length / lines.length).toBeLessThan(0.01);
  });

  test('any text without secrets comes back as it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('word', '12', ' ', '\n', 'a_b', '/', '.', ':', '中', '=')),
        (bits) => {
          const text = bits.join('');
          expect(redact(text)).toEqual({ text, found: 0 });
        },
      ),
    );
  });
});

test.each([
  'a',
  'aA1',
  'eyJ',
  'sk-',
  'password=',
  'secret',
  ':',
  '://',
  'a://',
  'AKIA',
  '-----BEGIN PRIVATE KEY-----',
  'aws ',
  'Bearer ',
  'token',
  '-',
  '=',
  '"',
  'xox',
  'M',
  '1:AA',
  'pass ',
])('a megabyte of %j is read in one pass', (bit) => {
  expect(redact(bit.repeat(1_000_000 / bit.length)).text.length).toBeGreaterThan(0);
});
