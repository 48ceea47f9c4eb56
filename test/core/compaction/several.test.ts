import { expect, test } from 'vitest';
import { usable } from '../../../core/compaction/freshness.ts';
import { need } from '../../../core/compaction/need.ts';
import { recipe } from '../../../core/compaction/recipe.ts';
import { source } from '../../../core/compaction/sections.ts';
import type { Message } from '../../../core/conversation.ts';
import { parse } from '../../../core/format/parse.ts';
import { printChat } from '../../../core/format/print.ts';
import { sha256 } from '../../../core/text/hash.ts';
import { longText } from '../../support/vault-folder.ts';

const picked = recipe({
  method: 'extractive',
  model: '',
  prompt: '',
  temperature: 0,
  thinking: false,
  max_tokens: 256,
  min_saving: 0.4,
});
const chat = printChat({
  messages: [{ id: 1, role: 'user', createdAt: '', parts: [{ type: 'text', text: longText('mill') }] }],
});
const today = source(parse(Buffer.from(chat)).messages[0]!);

/** The message with these short forms in its file, in order: `fresh` or `stale`, pinned with a `!`. */
function messageWith(...forms: readonly string[]): Message {
  const blocks = forms.map((form) => {
    const pinned = form.endsWith('!') ? { pinned: true } : {};
    const made = form.startsWith('fresh') ? today : sha256('other words');
    const header = {
      version: 4,
      source: made,
      recipe: picked.hash,
      messageId: 1,
      methods: ['extractive'],
      createdAt: 1,
    };
    const line = JSON.stringify({ ...header, text: sha256(form), ...pinned });
    return `<!-- clara:compacted -->\n${line}\n<!-- clara:segment -->\n{"type":"text"}\n${form}\n`;
  });
  const end = '<!-- clara:end-message -->';
  return parse(Buffer.from(chat.replace(end, blocks.join('') + end))).messages[0]!;
}

test.each([
  [['stale!', 'fresh'], 'fresh'],
  [['fresh', 'stale!'], 'fresh'],
  [['stale', 'fresh'], 'fresh'],
  [['stale', 'stale!', 'fresh'], 'fresh'],
  [['fresh', 'fresh!'], 'fresh!'],
  [['stale', 'fresh!'], 'fresh!'],
  [['fresh'], 'fresh'],
  [['stale!', 'stale'], undefined],
  [['stale!'], undefined],
])(
  'of the short forms %j that stand in a file %j is used: the pinned one while it fits, else the first that does',
  (forms, used) => {
    expect(usable(messageWith(...forms))?.segments[0]?.text).toBe(used);
  },
);

test('a stale pinned short form stays the one that is never overwritten, beside a fresh one too', () => {
  const message = messageWith('fresh', 'stale!');
  expect(message.compaction?.pinned).toBe(true);
  expect(need(message, picked, 50, () => true)).toEqual({ skip: 'pinned' });
});

test('a message whose second short form is valid wants none', () => {
  expect(need(messageWith('stale', 'fresh'), picked, 50, () => true)).toEqual({ skip: 'valid' });
});
