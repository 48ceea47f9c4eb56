import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Conversation, Message } from '../../core/conversation.ts';
import { printChat, printMessage } from '../../core/format/print.ts';
import {
  assemble,
  countMessage,
  limits,
  outline,
  parse,
  recipe,
  request,
  source,
  usable,
} from '../../core/index.ts';
import { count } from '../../core/window/count.ts';
import { type Browsed, browse } from '../../vault/browse.ts';
import { served } from '../../vault/serve.ts';
import { plain } from '../core/format/arbitrary.ts';
import { type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let folder: VaultFolder | undefined;
afterEach(() => folder?.remove());

/** A chat that is long enough for a catalog: 1.3 MB in 600 messages, some with tools, every second one shortened. */
function longChat(): string {
  return printChat({
    sessionId: 'long',
    messages: Array.from({ length: 600 }, (_, index) => said(index + 1)),
  });
}

function said(
  id: number,
  words = `Message ${id} speaks of ${id * 7} parcels.`,
): Parameters<typeof printMessage>[0] {
  const text = `${words} ${'And it goes on about the weather in the valley. '.repeat(40)}`;
  const message = {
    id,
    role: id % 2 === 1 ? ('user' as const) : ('assistant' as const),
    createdAt: '2026-10-12T09:03:00Z',
    parts: [
      { type: 'text' as const, text },
      ...(id % 10 === 0
        ? [
            { type: 'tool_call' as const, id: `c${id}`, name: 'read_file', args: { path: `${id}.ts` } },
            {
              type: 'tool_result' as const,
              id: `c${id}`,
              name: 'read_file',
              status: 'completed',
              output: `out ${id}`,
            },
          ]
        : []),
    ],
  };
  return id % 2 === 0 && id % 10 !== 0
    ? { ...message, compaction: shortened({ ...message, line: 0 }, words) }
    : message;
}

function shortened(message: Message, text: string): NonNullable<Message['compaction']> {
  return {
    version: 4,
    source: source(message),
    recipe: 'r',
    messageId: message.id,
    methods: ['test'],
    createdAt: 1,
    text: '',
    segments: [{ type: 'text', text }],
  };
}

const all = ({ conversation, kept }: Browsed) => ({
  conversation: read(conversation),
  costs: conversation.messages.map((message, index) => kept.counted(index) ?? count(message)),
  lines: conversation.messages.map(
    (message, index) => kept.outline(index) ?? outline(message, usable(message)),
  ),
  kept: conversation.messages.filter((_, index) => kept.counted(index) !== undefined).length,
});

function read(conversation: Conversation): unknown {
  const { messages, earlier } = conversation;
  return { ...plain(conversation), messages: plain(messages), earlier: plain(earlier) };
}

async function expectTrue(file: VaultFolder, path = 'a.md'): Promise<number> {
  const vault = await file.open();
  const found = await browse(vault, path, all);
  const full = parse(readFileSync(join(file.root, path)));
  expect(found.conversation).toEqual(read(full));
  expect(found.costs).toEqual(full.messages.map(count));
  expect(found.lines).toEqual(full.messages.map((message) => outline(message, usable(message))));
  await vault.close();
  return found.kept;
}

const catalogs = ({ root }: VaultFolder): string[] => {
  const at = join(root, '.chatvault', 'catalog');
  return existsSync(at) ? readdirSync(at).map((name) => join(at, name)) : [];
};

describe('browsing a chat', () => {
  test('gives what reading it gives, before and after it is kept, whatever a person changes meanwhile', async () => {
    folder = vaultFolder({ 'a.md': longChat() });
    const { root, write } = folder;
    const file = folder;
    expect(await expectTrue(file)).toBe(600);
    expect(catalogs(file)).toHaveLength(1);
    const edits = (text: string) => [
      text + printMessage(said(601)),
      text.replace('Message 300 speaks', 'Message 300 talks'),
      text.replace('speaks of 2100 parcels', 'speaks of 2101 parcels'),
      text.replace(/<!-- clara:message -->\n\{"id":57,[\s\S]*?<!-- clara:end-message -->\n/, ''),
      text.replace('Message 2 ', '<<<<<<< '),
      text.replace('"id":44,', '"id":45,'),
      `${text}\nA draft of mine\n`,
      text.slice(0, text.length / 2),
      text.replaceAll('\n', '\r\n'),
      longChat(),
    ];
    for (let at = 0; at < 10; at++) {
      const now = edits(readFileSync(join(root, 'a.md'), 'utf8'))[at]!;
      write('a.md', now);
      await expectTrue(file);
      if (at === 3 || at === 4) write('a.md', longChat());
    }
  });

  test('believes what is kept only of bytes that are as they were: same length, same time, other words', async () => {
    folder = vaultFolder({ 'a.md': longChat() });
    await expectTrue(folder);
    const file = join(folder.root, 'a.md');
    const { atime, mtime } = statSync(file);
    const other = longChat().replace('Message 12 speaks', 'Nachricht 12 redet'.slice(0, 17));
    expect(other).toHaveLength(longChat().length);
    writeFileSync(file, other);
    utimesSync(file, atime, mtime);
    await expectTrue(folder);
  });

  test('serves short forms that were accepted and do not stand in the file, and does not take old counts for them', async () => {
    folder = vaultFolder({ 'a.md': longChat() });
    const vault = await folder.open();
    await browse(vault, 'a.md', all);
    const wanted = recipe(vault.settings.compactor);
    const before = parse(readFileSync(join(folder.root, 'a.md')));
    const late = before.messages[400]!;
    await vault.cache.keepSummary({ ...shortened(late, 'Late and short.'), recipe: wanted.hash });
    const found = await browse(vault, 'a.md', all);
    const full = served(before, wanted, vault.cache);
    expect(full.messages[400]!.compaction?.segments).toEqual([{ type: 'text', text: 'Late and short.' }]);
    expect(found.conversation).toEqual(read(full));
    expect(found.costs).toEqual(full.messages.map(countMessage));
    expect(found.kept).toBe(599);
    await vault.close();
  });

  test('makes the same request as reading all of it', async () => {
    folder = vaultFolder({ 'a.md': longChat() });
    const vault = await folder.open();
    const full = parse(readFileSync(join(folder.root, 'a.md')));
    for (const budget of [600, 8000, 60_000, 400_000])
      for (const policy of ['steps', 'eager', 'sliding'] as const) {
        const within = limits({ budget, policy });
        const made = await browse(vault, 'a.md', ({ conversation, kept }) =>
          request(assemble(conversation, within, undefined, kept), 'openai'),
        );
        expect(made).toEqual(request(assemble(full, within), 'openai'));
      }
    await vault.close();
  });

  test.skipIf(!existsSync('/proc/self/io'))(
    'reads no more of a chat that did not change than a window shows, and once through one that grew (needs /proc)',
    async () => {
      folder = vaultFolder({ 'a.md': longChat() });
      const vault = await folder.open();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await browse(vault, 'a.md', all);
      const bytesRead = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))![1]);
      const newest = ({ conversation }: Browsed) => conversation.messages.at(-1)!.parts.length;
      const start = bytesRead();
      await browse(vault, 'a.md', newest);
      const { size } = statSync(join(folder.root, 'a.md'));
      expect(bytesRead() - start).toBeLessThan(size / 2);
      folder.write('a.md', longChat() + printMessage(said(601)));
      const grown = bytesRead();
      await browse(vault, 'a.md', newest);
      expect(bytesRead() - grown).toBeLessThan(size * 1.5);
      await vault.close();
    },
  );

  test('runs again when the chat is replaced or written to while it is looked at', async () => {
    folder = vaultFolder({ 'a.md': longChat() });
    const vault = await folder.open();
    const file = join(folder.root, 'a.md');
    await browse(vault, 'a.md', all);
    let runs = 0;
    const words = await browse(vault, 'a.md', ({ conversation }) => {
      if (runs++ === 0) {
        writeFileSync(`${file}.new`, longChat().replace('Message 1 speaks', 'Message 1 sings'));
        renameSync(`${file}.new`, file);
      } else if (runs === 2) writeFileSync(file, longChat().replace('Message 1 speaks', 'Message 1 hums'));
      return plain(conversation.messages[0]!.parts[0]);
    });
    expect(runs).toBe(3);
    expect(words).toMatchObject({ text: expect.stringMatching(/^Message 1 hums/) });
    await vault.close();
  });

  test('takes a damaged or foreign catalog for none', async () => {
    folder = vaultFolder({ 'a.md': longChat() });
    await expectTrue(folder);
    const [kept = ''] = catalogs(folder);
    const bytes = readFileSync(kept);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(254), async (at, by) => {
        const broken = Buffer.from(bytes);
        broken[at] = (broken[at]! + by + 1) % 256;
        writeFileSync(kept, by % 5 === 0 ? broken.subarray(0, at) : broken);
        await expectTrue(folder!);
      }),
      { numRuns: 10 },
    );
  });

  test('works where nothing can be kept', async () => {
    folder = vaultFolder({ 'a.md': longChat(), '.chatvault/catalog': 'a file in the way' });
    const vault = await folder.open();
    expect((await browse(vault, 'a.md', all)).kept).toBe(600);
    await vault.close();
  });

  test('reads a small chat as a whole and keeps nothing of it', async () => {
    folder = vaultFolder({ 'a.md': printChat({ messages: [said(1)] }) });
    expect(await expectTrue(folder)).toBe(0);
    expect(catalogs(folder)).toEqual([]);
  });

  test('tells what reading tells of a chat that is not there', async () => {
    folder = vaultFolder();
    const vault = await folder.open();
    await expect(browse(vault, 'a.md', all)).rejects.toMatchObject({ code: 'not-found' });
    await vault.close();
  });
});
