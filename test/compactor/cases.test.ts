import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CompactorEvent, type Counts, compactOnce, Pool } from '../../compactor/index.ts';
import { parse, usable } from '../../core/index.ts';
import { type FastClock, fastClock } from '../support/fast-clock.ts';
import {
  answers,
  type ModelServer,
  modelServer,
  type Reply,
  replays,
  says,
} from '../support/model-server.ts';
import { caseFile } from '../support/recorded.ts';
import { type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let server: ModelServer;
let folder: VaultFolder;
let clock: FastClock;
let events: CompactorEvent[];

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

beforeEach(async () => {
  server = await modelServer();
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

/** One pass over the chat of a case with these replies, the last one for ever. */
async function compacted(number: string, ...replies: Reply[]): Promise<Counts> {
  setUp(number);
  return again(...replies);
}

function setUp(number: string, file = 'chat.md'): void {
  const compactor = { method: 'model', model: 'tiny-summarizer', endpoint: server.url };
  folder = vaultFolder({ 'chat.md': readFileSync(caseFile(number, file), 'utf8') }, { compactor });
  clock = fastClock();
}

async function again(...replies: Reply[]): Promise<Counts> {
  server.otherwise = replies.at(-1) ?? server.otherwise;
  server.replies.splice(0, server.replies.length, ...replies);
  events = [];
  const vault = await folder.open();
  try {
    return await compactOnce(vault, undefined, { env: folder.env, clock, pool }, (event) =>
      events.push(event),
    );
  } finally {
    await vault.close();
  }
}

const recorded = (number: string, file = 'reply.json'): Reply => replays(json(number, file));
const json = (number: string, file: string) => JSON.parse(readFileSync(caseFile(number, file), 'utf8'));
const lines = (number: string): Record<string, string | number | null>[] =>
  readFileSync(caseFile(number, 'replies.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const contentOf = (number: string, file = 'reply.json'): string =>
  json(number, file).choices[0].message.content;

/** The shortened text of each message, undefined where it has none. */
const shortForms = (): (string | undefined)[] =>
  parse(Buffer.from(folder.read('chat.md'))).messages.map((message) =>
    usable(message)
      ?.segments.filter(({ type }) => type === 'text')
      .map(({ text }) => text)
      .join('\n'),
  );

const reasons = (): string[] =>
  events.flatMap((event) => (event.type === 'refused' && !event.known ? [event.reason] : []));

describe('T57 a reply that is no short form leaves the file as it was', () => {
  test.each([
    ['005', 'reply.json', 'not-shorter'],
    ['007', 'reply.json', 'cut-copy'],
    ['013', 'reply.json', 'incomplete'],
    ['015', 'reply.json', 'overflow'],
    ['015', 'reply-unknown.json', 'incomplete'],
    ['023', 'reply-answer.json', 'answer'],
    ['027', 'reply-empty.json', 'empty'],
    ['027', 'reply-null.json', 'empty'],
    ['027', 'reply-blank.json', 'empty'],
    ['031', 'reply-sentence.json', 'repetition'],
    ['031', 'reply-word.json', 'repetition'],
    ['034', 'reply-en.json', 'other-language'],
    ['038', 'reply-open.json', 'incomplete'],
    ['074', 'reply-wrong.json', 'changed-number'],
  ])('case %s, %s: %s', async (number, file, reason) => {
    const counts = await compacted(number, recorded(number, file));
    expect(reasons()).toEqual([reason]);
    expect(counts).toMatchObject({ eligible: 1, accepted: 0, refused: 1, failed: 0 });
    expect(folder.read('chat.md')).toBe(readFileSync(caseFile(number, 'chat.md'), 'utf8'));
    const asked = server.requests.length;
    expect(asked).toBeGreaterThanOrEqual(2);
    expect(asked).toBeLessThanOrEqual(4);
    // remembered: nobody is asked again until the words or the recipe change
    expect(await again()).toMatchObject({ eligible: 1, refused: 1 });
    expect(server.requests).toHaveLength(asked);
  });
});

describe('a good reply is saved, and nothing of its wrapping', () => {
  test.each([
    ['007', 'reply-good.json'],
    ['021', 'reply.json'],
    ['023', 'reply-good.json'],
    ['031', 'reply-list-ok.json'],
    ['034', 'reply-pt.json'],
    ['038', 'reply-closed.json'],
    ['074', 'reply-good.json'],
  ])('case %s, %s', async (number, file) => {
    const counts = await compacted(number, recorded(number, file));
    expect(counts).toMatchObject({ accepted: 1, refused: 0, failed: 0 });
    expect(shortForms()).toContain(contentOf(number, file));
    expect(server.requests).toHaveLength(1);
  });

  test('case 017: what stands behind a closed block of thinking, and nothing before it', async () => {
    await compacted('017', recorded('017'));
    expect(shortForms()).toEqual([contentOf('017').split('</think>')[1]?.trim()]);
    folder.remove();
    const counts = await compacted('017', recorded('017', 'reply-only-close.json'));
    expect(counts.accepted + counts.refused).toBe(1);
    expect(folder.read('chat.md')).not.toContain('The person wants one timer for two rows.');
  });

  test('case 027: content as a list of parts', async () => {
    expect(await compacted('027', recorded('027', 'reply-array.json'))).toMatchObject({ accepted: 1 });
    expect(shortForms()).toContain(json('027', 'reply-array.json').choices[0].message.content[0].text);
  });

  test('case 019: quoted tags are content on the way there and back, and the reasoning is not sent', async () => {
    const counts = await compacted('019', recorded('019'));
    expect(counts.accepted).toBe(1);
    expect(shortForms()).toContain(contentOf('019'));
    const sent = server.requests[0]!.body.messages[0].content;
    expect(sent).toContain('<think>\ncount the apples');
    const [, reasoning = ''] =
      /<think>([^<]+)<\/think>/.exec(readFileSync(caseFile('019', 'chat.md'), 'utf8')) ?? [];
    expect(reasoning.trim()).not.toBe('');
    expect(sent).not.toContain(reasoning.trim().slice(0, 30));
  });

  test('case 040: rules in a short form never become front matter', async () => {
    await compacted('040', recorded('040'));
    const { meta, messages } = parse(Buffer.from(folder.read('chat.md')));
    expect(meta.data).toEqual({});
    expect(messages).toHaveLength(parse(readFileSync(caseFile('040', 'chat.md'))).messages.length);
  });
});

describe('who is asked, and about what', () => {
  test('case 009: only the message with fifty visible words, the others are short', async () => {
    const counts = await compacted('009', says('A short form.'));
    expect(counts).toMatchObject({ messages: 4, eligible: 1, skipped: 3 });
    expect(counts.reasons).toMatchObject({ short: 3 });
    const words = server.requests[0]!.body.messages[0].content;
    expect(
      server.requests.every(({ body }) => body.messages[0].content.startsWith(words.slice(0, 400))),
    ).toBe(true);
  });

  test('case 033: an empty reply is never filled with the reply to another message', async () => {
    const [second, first] = lines('033');
    const counts = await compacted('033', says(String(second?.content)), says(String(first?.content)));
    expect(counts).toMatchObject({ accepted: 1, refused: 1 });
    expect(shortForms()).toEqual([undefined, second?.content]);
    for (const { body, text } of server.requests.slice(1)) {
      expect(body.messages).toHaveLength(1);
      expect(text).not.toContain(String(second?.content));
    }
  });

  test('case 023: the words stand between two lines, and the request does not end with them', async () => {
    await compacted('023', recorded('023', 'reply-good.json'));
    const lastLine = server.requests[0]!.body.messages[0].content.split('\n').at(-1);
    expect(readFileSync(caseFile('023', 'chat.md'), 'utf8')).not.toContain(lastLine);
    expect(lastLine).toMatch(/language of the message/);
  });
});

describe('refusals', () => {
  test.each(lines('025').map(({ label }, at) => [label, at] as const))(
    'case 025, %s: is not saved',
    async (_, at) => {
      const { content, refusal, finish_reason: finish } = lines('025')[at]!;
      const said = {
        ...(refusal ? { refusal: String(refusal) } : {}),
        ...(finish ? { finish: String(finish) } : {}),
      };
      const counts = await compacted('025', says(content as string | null, said));
      expect(counts).toMatchObject({ accepted: 0, refused: 1 });
      const words = JSON.stringify(events.filter(({ type }) => type === 'refused'));
      expect(words).not.toContain('nightly copy');
    },
  );
});

describe("the endpoint's trouble in the guise of a reply", () => {
  test.each(lines('029').map(({ label }, at) => [label, at] as const))(
    'case 029, %s: backs off, is not remembered, and a proper answer later is taken',
    async (_, at) => {
      const counts = await compacted('029', says(String(lines('029')[at]?.content)));
      expect(counts).toMatchObject({ accepted: 0, refused: 0, failed: 1 });
      expect(clock.waits).toEqual([750, 1500]);
      const good =
        'Against the big telescope: too heavy for three flights of stairs. A small one is ready in five minutes.';
      expect(await again(says(good))).toMatchObject({ accepted: 1 });
    },
  );

  test('case 027: an error object inside a 200 backs off too, with its own words', async () => {
    const counts = await compacted('027', answers(200, json('027', 'reply-error200.json')));
    expect(counts).toMatchObject({ accepted: 0, refused: 0, failed: 1 });
    const told = events.flatMap((event) => (event.type === 'endpoint-failing' ? [event.text] : []));
    expect(told).toEqual(Array(3).fill('upstream model not loaded'));
  });

  test('case 027: a reply without choices is an empty one', async () => {
    await compacted('027', answers(200, json('027', 'reply-nochoices.json')));
    expect(reasons()).toHaveLength(1);
  });
});

describe('files of every kind', () => {
  test('case 084: the inserted lines end like the others, and no old line changes', async () => {
    const before = readFileSync(caseFile('084', 'chat.md'), 'utf8');
    expect(await compacted('084', recorded('084'))).toMatchObject({ accepted: 1, written: 1 });
    const after = folder.read('chat.md');
    expect(after.replace(/\r\n/g, '')).not.toContain('\n');
    expect(after.replace(/<!-- clara:compacted -->[\s\S]*?(?=<!-- clara:end-message)/, '')).toBe(before);
    // git's change of line ends does not make it stale
    folder.write('chat.md', after.replaceAll('\r\n', '\n'));
    expect(await again()).toMatchObject({ eligible: 0, reasons: { valid: 1 } });
  });

  test('case 086: the byte order mark stays, once', async () => {
    expect(await compacted('086', recorded('086'))).toMatchObject({ written: 1 });
    expect(folder.read('chat.md').match(/\ufeff/g)).toHaveLength(1);
    expect(folder.read('chat.md').startsWith('\ufeff')).toBe(true);
  });

  test('case 090: a fence that is never closed hides no message', async () => {
    expect(await compacted('090', recorded('090'))).toMatchObject({ messages: 4, accepted: 1 });
    expect(shortForms().map((text) => text !== undefined)).toEqual([false, false, false, true]);
  });

  test('case 104: a file in conflict is not written, a chat that talks about conflicts is', async () => {
    setUp('104', 'conflict.md');
    const before = folder.read('chat.md');
    await again(recorded('104'));
    expect(folder.read('chat.md')).toBe(before);
    expect(server.requests).toHaveLength(0);
    expect(events.find((event) => event.type === 'left')?.why).toMatch(/^line \d+: /);
    folder.remove();
    setUp('104', 'example.md');
    expect(await again(recorded('104'))).toMatchObject({ accepted: 1, written: 1 });
  });

  test('case 106: the same number twice blocks only those two', async () => {
    await compacted('106', recorded('106'));
    expect(shortForms()[1]).toBeDefined();
  });
});
