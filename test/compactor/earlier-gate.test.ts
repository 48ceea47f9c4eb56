import { afterEach, expect, test } from 'vitest';
import { accountPlan } from '../../compactor/earlier-plan.ts';
import {
  accountEdits,
  accountRecipe,
  applySplices,
  edit,
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
  const bytes = applySplices(Buffer.from(text), edit(Buffer.from(text), edits, source).splices);
  const { snapshot, reads } = counting(Buffer.from(bytes).toString());
  const plan = accountPlan(vault, snapshot, 'narrative', undefined);
  expect(plan?.wanted).toEqual([]);
  expect(plan?.kept).toHaveLength(1);
  expect(reads()).toBe(56);
  await vault.close();
});
