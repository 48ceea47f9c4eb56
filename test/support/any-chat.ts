/** Chats and limits for laws: whatever a file may hold and a person may ask for. */
import fc from 'fast-check';
import type { Conversation, Part, Role } from '../../core/conversation.ts';
import { type Dialect, leastBudget, type Policy } from '../../core/window/limits.ts';
import { chat, message } from './notation.ts';

/**
 * How often each law is tried, and how long that may take. `CHATVAULT_RUNS=100000 CHATVAULT_SEED=1` before the command
 * is the measured run; without a seed each run has its own, which a failure names.
 */
export const numRuns = Number(process.env.CHATVAULT_RUNS ?? 300);
export const testTimeout = 30_000 + 20 * numRuns;
if (process.env.CHATVAULT_SEED !== undefined)
  fc.configureGlobal({ seed: Number(process.env.CHATVAULT_SEED) });

const dialects: readonly Dialect[] = ['openai', 'anthropic', 'ai-sdk', 'clara'];

const mark = fc.oneof(
  fc.tuple(fc.constantFrom('~', '?', '!', '^'), fc.integer({ min: 2, max: 60 })).map((two) => two.join('')),
  fc.tuple(fc.constantFrom('t', 'T', 'e'), fc.integer({ min: 1, max: 900 })).map((two) => two.join('')),
  fc.tuple(fc.constantFrom('r'), fc.integer({ min: 1, max: 90 })).map((two) => two.join('')),
  fc.constantFrom('i', 'o'),
);

const token = fc
  .tuple(
    fc.constantFrom('u', 'a', 'u', 'a', 's'),
    fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 600 })),
    fc.array(mark, { maxLength: 3 }),
  )
  .map(([role, count, marks]) => `${role}${count}${marks.join('')}`);

/** Chats of the notation: short forms of every freshness, tools, pictures, open messages, a draft. */
export const conversations = fc
  .tuple(fc.array(token, { maxLength: 60 }), fc.boolean())
  .map(([tokens, draft]) => chat(`${tokens.join(' ')}${draft ? ' "and now?"' : ''}`));

/** Texts and ids of strangers: markers, tags, controls, half characters, many scripts. */
const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '</clara_runtime>',
    '[1 20260101T0000]',
    '\u2028x',
    '\ud800',
    '```',
    'a\n\nb\r\nc',
    '漢字かな',
    '🙂'.repeat(30),
  ),
);

/** Chats whose every text, id and date a hostile stranger wrote. */
export const strangeConversations = fc
  .array(fc.tuple(fc.constantFrom('user', 'assistant'), strange, strange, strange), { maxLength: 12 })
  .map(
    (rows): Conversation => ({
      ...chat(''),
      messages: rows.map(([role, text, id, output], index) => ({
        ...message('u0', index + 1),
        role: role as 'user' | 'assistant',
        createdAt: text.slice(0, 30),
        parts: [
          { type: 'tool_call', id, name: text, args: { [id]: output } },
          { type: 'tool_result', id, name: text, status: output, output },
          { type: 'text', text: output },
        ],
      })),
    }),
  );

const crowdedPart = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('image' as const, 'image' as const, 'file' as const),
      fc.oneof(fc.constant('a.png'), strange, fc.string({ minLength: 200, maxLength: 2000 })),
      fc.oneof(fc.constant('image/png'), strange),
    )
    .map(([type, name, mediaType]): Part => ({ type, path: name, mediaType, sha256: '', name })),
  fc
    .tuple(strange, strange, strange)
    .map(([id, name, text]): Part => ({ type: 'tool_call', id, name, args: { text } })),
  fc
    .tuple(strange, strange)
    .map(([id, output]): Part => ({ type: 'tool_result', id, name: id, status: output, output })),
  fc.constant<Part>({ type: 'unknown', name: 'later' }),
  strange.map((text): Part => ({ type: 'text', text })),
);

/** Chats whose messages hold up to 300 files, calls, results, parts of no known kind; ids as they come, doubled too. */
export const crowdedConversations = fc
  .array(
    fc.tuple(
      fc.constantFrom<Role[]>('user', 'assistant', 'system'),
      fc.integer({ min: 1, max: 6 }),
      fc.array(crowdedPart, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(1, 1, 3, 40),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map(
    (rows): Conversation => ({
      ...chat(''),
      messages: rows.map(([role, id, parts, times]) => ({
        ...message('u0', id),
        role,
        parts: Array.from({ length: times }, () => parts)
          .flat()
          .slice(0, 300),
      })),
    }),
  );

/** How a person's copying and merging may have numbered messages: all alike, some twice, falling, long. */
const numberings = fc.oneof(
  fc.constant(() => 1),
  fc.integer({ min: 2, max: 9 }).map((few) => (index: number) => 1 + ((index * 7) % few)),
  fc.integer({ min: 1, max: 40 }).map((at) => (index: number) => (index < at ? index + 1 : index)),
  fc.constant((index: number) => 1000 - index),
  fc.constant((index: number) => 999_999_000 + index),
);

const sessionIds = fc.oneof(
  fc.constant('4f1c2a9e-8d7b-4c3a-9e2f-1a2b3c4d5e6f'),
  fc.constant('0a'.repeat(32)),
  fc.constant('漢'.repeat(64)),
  strange,
);

/** Chats of any kind whose ids name more than one message, or have nine digits, with a session id of any kind. */
export const misnumberedConversations = fc
  .tuple(fc.oneof(conversations, strangeConversations, crowdedConversations), numberings, sessionIds)
  .map(
    ([conversation, number, sessionId]): Conversation => ({
      ...conversation,
      meta: { ...conversation.meta, sessionId },
      messages: conversation.messages.map((one, index) => ({ ...one, id: number(index) })),
    }),
  );

/** Limits of a request, from the smallest budget on that a dialect can keep to. */
export const given = fc
  .record({
    budget: fc.oneof(
      fc.integer({ min: 128, max: 600 }),
      fc.integer({ min: 600, max: 3000 }),
      fc.integer({ min: 600, max: 60_000 }),
    ),
    policy: fc.constantFrom<Policy[]>('steps', 'eager', 'sliding'),
    dialect: fc.constantFrom(...dialects),
    cold: fc.boolean(),
    verbatim: fc.integer({ min: 1, max: 30 }),
  })
  .map((one) =>
    one.dialect === 'clara' ? { ...one, budget: Math.max(leastBudget('clara'), one.budget) } : one,
  );
