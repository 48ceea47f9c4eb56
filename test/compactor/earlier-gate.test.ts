import { afterEach, expect, test } from 'vitest';
import { accountPlan } from '../../compactor/earlier-plan.ts';
import {
  accountEdits,
  accountRecipe,
  applySplices,
  edit,
  labelled,
  type Message,
  parse,
  pieceSource,
  source,
} from '../../core/index.ts';
import type { Snapshot } from '../../vault/index.ts';
import { chatOf, longText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let folder: VaultFolder;
afterEach(() => folder.remove());

/** A chat as the vault reads it, with a count of how often words of it were asked for. */
function counting(text: string): { snapshot: Snapshot; reads: () => number } {
  let count = 0;
  const bytes = Buffer.from(text);
  const conversation = parse(bytes);
  const messages = conversation.messages.map((message): Message => {
    const parts = message.parts.map((part) =>
      Object.defineProperty({ ...part }, 'text', {
        get: () => {
          count++;
          return part.type === 'text' ? part.text : '';
        },
      }),
    );
    return { ...message, parts };
  });
  const snapshot = { path: 'a.md', bytes, hash: '', conversation: { ...conversation, messages } };
  return { snapshot: snapshot as unknown as Snapshot, reads: () => count };
}

/** The chat with these changes in it. */
function written(text: string, edits: Parameters<typeof edit>[1]): string {
  const bytes = Buffer.from(text);
  return Buffer.from(applySplices(bytes, edit(bytes, edits, source).splices)).toString();
}

const texts = Array.from({ length: 60 }, (_, at) => longText(`part ${at}`));

test('no words are read of a chat that cannot have outgrown the window', async () => {
  folder = vaultFolder({}, { window: { context: 100_000 } });
  const vault = await folder.open();
  const { snapshot, reads } = counting(chatOf(...texts));
  expect(accountPlan(vault, snapshot, 'bullets', undefined)).toBeUndefined();
  expect(reads()).toBe(0);
  await vault.close();
});

test('where all that is not told of fits, only the told words are read, for their hashes', async () => {
  folder = vaultFolder({}, { window: { context: 16_000 } });
  const vault = await folder.open();
  const text = chatOf(...texts);
  const conversation = parse(Buffer.from(text));
  const { model, thinking } = vault.settings.compactor;
  const recipe = accountRecipe('narrative', model, thinking);
  const told = conversation.messages.slice(0, 56);
  const piece = { start: 0, end: 56, source: pieceSource(told), text: '[#1–#56] All.', methods: ['model'] };
  const edits = accountEdits(conversation, { kind: 'narrative', recipe }, [piece], 0);
  const { snapshot, reads } = counting(written(text, edits));
  const plan = accountPlan(vault, snapshot, 'narrative', undefined);
  expect(plan?.wanted).toEqual([]);
  expect(plan?.kept).toHaveLength(1);
  expect(reads()).toBe(56);
  await vault.close();
});

test('an account that was made moves nothing: in no window is another due at once', async () => {
  folder = vaultFolder();
  const text = chatOf(...texts);
  const before = parse(Buffer.from(text));
  for (let context = 1900; context < 8000; context += 150) {
    folder.write('chatvault.yaml', JSON.stringify({ window: { context, recall: 0 } }));
    const vault = await folder.open();
    const snapshot = { path: 'a.md', bytes: Buffer.from(text), hash: '', conversation: before };
    const plan = accountPlan(vault, snapshot as unknown as Snapshot, 'narrative', undefined);
    const made = (plan?.wanted ?? []).map(({ start, end }) => {
      const stretch = before.messages.slice(start, end);
      const source = pieceSource(stretch);
      return { start, end, source, text: labelled(stretch, longText('all').repeat(3)), methods: ['model'] };
    });
    if (plan === undefined) continue;
    const bytes = Buffer.from(written(text, accountEdits(before, plan, made, 0)));
    const after = { path: 'a.md', bytes, hash: '', conversation: parse(bytes) };
    expect(
      accountPlan(vault, after as unknown as Snapshot, 'narrative', undefined)?.wanted,
      `${context}`,
    ).toEqual([]);
    await vault.close();
  }
});
