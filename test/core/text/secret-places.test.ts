import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../core/text/hash.ts';
import { isRandom } from '../../../core/text/random-value.ts';
import { redact } from '../../../core/text/redact.ts';
import { secretPatterns } from '../../../core/text/secret-patterns.ts';
import { secretPlaces } from '../../../core/text/secret-places.ts';
import { random, readmes, recorded } from './corpus.ts';

const longWord = /(?<![\w+/=.:@#-])[A-Za-z0-9+/=_-]{20,400}(?![\w+/=.:@-])/g;
const written = /\[redacted:[a-z-]{1,40}:[0-9a-f]{6}\]/g;

/** The same by the plain way: each pattern over the whole text, whatever stands there. */
function plainly(text: string): { readonly text: string; readonly found: number } {
  const all = [...text.matchAll(written)].map(({ index, 0: own }) => ({
    kind: '',
    start: index,
    end: index + own.length,
  }));
  for (const { kind, pattern, accepts } of secretPatterns)
    for (const match of text.matchAll(pattern)) {
      const secret = Object.values(match.groups ?? {}).find((value) => value !== undefined) ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      if (accepts?.(secret) !== false) all.push({ kind, start, end: start + secret.length });
    }
  for (const { index, 0: word } of text.matchAll(longWord))
    if (isRandom(word)) all.push({ kind: 'random-value', start: index, end: index + word.length });
  const apart: { kind: string; start: number; end: number }[] = [];
  for (const one of all.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || one.start >= last.end) apart.push(one);
    else if (last.kind !== '') last.end = Math.max(last.end, one.end);
  }
  let out = '';
  let from = 0;
  for (const { kind, start, end } of apart.filter((one) => one.kind !== '')) {
    const hash = sha256(text.slice(start, end)).slice(0, 6);
    out += `${text.slice(from, start)}[redacted:${kind}:${hash}]`;
    from = end;
  }
  return { text: out + text.slice(from), found: apart.filter(({ kind }) => kind !== '').length };
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const alphabets = {
  a: `${upper}${upper.toLowerCase()}0123456789`,
  u: `${upper}0123456789`,
  x: '0123456789abcdef',
  d: '0123456789',
  w: `${upper}${upper.toLowerCase()}0123456789_-`,
  b: `${upper}${upper.toLowerCase()}0123456789+/`,
};

/** What each kind looks like: `{a16}` is sixteen letters or digits. Nothing here was ever valid. */
const forms: Readonly<Record<string, readonly string[]>> = {
  'private-key': [
    '-----BEGIN RSA PRIVATE KEY-----\n{b64}\n{b30}=\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----{a9}',
  ],
  'aws-key': ['AKIA{u16}', 'ASIA{u16}', 'ABIA{u16}', 'ACCA{u16}'],
  'aws-secret': ['aws_secret_access_key = {b40}', 'AWS:\n{b40}', 'Secret Access Key: {b40}'],
  'google-key': ['AIza{w35}'],
  'google-oauth': ['ya29.{w40}', 'GOCSPX-{w28}'],
  jwt: ['eyJ{w20}.eyJ{w40}.{w43}'],
  'stripe-key': ['sk_live_{a24}', 'rk_test_{a24}', 'whsec_{b32}'],
  'huggingface-token': ['hf_{a34}', 'api_org_{a34}'],
  'github-token': ['ghp_{a36}', 'gho_{a36}', 'ghu_{a36}', 'ghs_{a36}', 'ghr_{a36}', 'github_pat_{a22}_{a59}'],
  'gitlab-token': ['pat', 'dt', 'rt', 'cbt', 'ptt', 'ft', 'soat', 'imt', 'agent', 'ffct'].map(
    (of) => `gl${of}-{w20}`,
  ),
  'slack-token': [
    'xoxb-{d12}-{a24}',
    'xoxe.xoxp-{a30}',
    'xapp-1-{a30}',
    'https://hooks.slack.com/services/T{a9}/B{a9}/{a24}',
  ],
  'anthropic-key': ['sk-ant-api03-{w93}AA'],
  'openai-key': ['sk-proj-{a48}', 'sk-{a48}'],
  'npm-token': ['npm_{a36}', '//x.org/:_authToken={a12}', '_authToken = {a9}'],
  'pypi-token': ['pypi-{w60}'],
  'sendgrid-key': ['SG.{w22}.{w43}'],
  'twilio-key': ['SK{x32}'],
  'telegram-token': ['{d9}:AA{w33}'],
  'discord-token': ['M{w24}.{w6}.{w30}'],
  'groq-key': ['gsk_{a52}'],
  'perplexity-key': ['pplx-{a48}'],
  'replicate-key': ['r8_{a37}'],
  'digitalocean-token': ['dop_v1_{x64}', 'doo_v1_{x64}', 'dor_v1_{x64}'],
  'shopify-token': ['shpat_{x32}', 'shpca_{x32}', 'shppa_{x32}', 'shpss_{x32}'],
  'linear-key': ['lin_api_{a40}'],
  'notion-token': ['ntn_{a46}', 'secret_{a43}'],
  'azure-key': ['AccountKey={b86}==', 'sharedaccesskey={b43}='],
  'url-password': ['postgres://me:{a14}@db.x.org/a', 'HTTPS://:{a9}@x.org'],
  'bearer-token': ['Authorization: Bearer {a32}', 'basic {b20}=', 'AUTHORIZATION:TOKEN {a20}'],
  password: [
    ...[
      'DB_PASSWORD={a12}',
      'Passwort: "{a9} {a4}"',
      'passwd=>{a9}',
      'my passphrase is {a12}',
      "pwd := '{a7}'",
    ],
    ...[
      'client_secret: {a20}',
      'secret-key={a20}',
      'api key {a2}, apikey={a20}',
      'API_KEY: `{a20}`',
      'api-key = {a20}',
    ],
    ...[
      'accesskey={a12}',
      'access_key={a12}',
      'Access-Key: {a12}',
      'privatekey={a12}',
      'PRIVATE_KEY={a12}',
      'private-key={a12}',
    ],
    ...[
      'auth-token={a12}',
      'credential={a9}',
      'Credentials: {a9}',
      'Kennwort lautet {a12}',
      'CONTRASEÑA: {a9}',
      'senha={a9}',
    ],
    ...[
      'ПАРОЛЬ: {a9}',
      'пароль = {a9}',
      '密码：{a9}',
      '密碼: {a9}',
      'パスワード：{a9}',
      'Mot de passe : {a9}',
      'token: {a30}',
    ],
  ],
  'random-value': ['{a40}', '{b60}'],
};

function filled(form: string, next: () => number): string {
  return form.replace(/\{([auxdwb])(\d+)\}/g, (_, of: keyof typeof alphabets, length: string) =>
    Array.from(
      { length: Number(length) },
      () => alphabets[of][Math.floor(next() * alphabets[of].length)],
    ).join(''),
  );
}

/** Words of the table in both cases, marks that join, ordinary words, and what is nearly a secret. */
const bits = [
  ...secretPatterns.flatMap(({ hints }) => (typeof hints === 'string' ? [] : hints)),
  ...[
    'KEY',
    'Token',
    'PASSWORD',
    'sK',
    'Secret',
    'K',
    'ſecret',
    'İ',
    'x'.repeat(401),
    'aB3'.repeat(140),
    'aB3dE5gH7jK9mN1pQ3s',
  ],
  ...[
    '=',
    ':',
    '：',
    ' is ',
    ' ',
    '\n',
    '\r\n',
    '\u2028',
    '"',
    "'",
    '`',
    '@',
    '://',
    '/',
    '.',
    '-',
    '_',
    '#',
    '(',
    '+',
  ],
  ...[
    'user',
    'the',
    '12',
    'ж',
    '中',
    '👍',
    '[redacted:jwt:012abc]',
    '[redacted:',
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
  ],
];

const everyForm = Object.values(forms).flat();
const texts = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...bits), fc.constantFrom(...bits), fc.constantFrom(...everyForm)), {
      maxLength: 30,
    }),
    fc.nat(),
  )
  .map(([parts, seed]) => filled(parts.join(''), random(seed)));

describe('looking only where a hint stands', () => {
  test('finds what the patterns find in the whole text, in any text with secrets of all kinds', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(redact(text)).toEqual(plainly(text));
      }),
      { numRuns: 1500 },
    );
  });

  test.each(Object.entries(forms))('finds each form of %s, between other lines and alone', (kind, all) => {
    for (const [seed, form] of all.entries()) {
      for (const around of ['%', 'a\n% b\nc', 'x: (%)\n', '> `%`']) {
        const text = around.replace('%', () => filled(form, random(seed)));
        expect(redact(text)).toEqual(plainly(text));
      }
      const { looked } = secretPlaces(filled(form, random(seed)));
      expect(redact(filled(form, random(seed))).found, form).toBeGreaterThan(0);
      if (kind !== 'random-value')
        expect(looked.map(({ rank }) => secretPatterns[rank]!.kind)).toContain(kind);
    }
  });

  test('knows all kinds of the table', () => {
    expect(Object.keys(forms)).toEqual([...secretPatterns.map(({ kind }) => kind), 'random-value']);
  });

  test('changes nothing in recorded messages and README files', () => {
    for (const text of [...recorded().slice(0, 400), ...readmes().slice(0, 400)])
      expect(redact(text)).toEqual(plainly(text));
  });
});

test('long words are those of 20 to 400 characters that nothing joins to others', () => {
  const parts = fc.array(
    fc.constantFrom(
      'a',
      'aaaaaaaaaaaaaaaaaaa',
      'B'.repeat(200),
      '=',
      '/',
      '.',
      ':',
      '@',
      '#',
      ' ',
      'ш',
      '\u0141',
    ),
  );
  fc.assert(
    fc.property(parts, (words) => {
      const text = words.join('');
      const plain = [...text.matchAll(longWord)].map(({ index, 0: word }) => ({
        start: index,
        end: index + word.length,
      }));
      expect(secretPlaces(text).words).toEqual(plain);
    }),
    { numRuns: 1000 },
  );
});
