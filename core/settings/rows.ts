/**
 * Every number and choice that can be set: one table of name, default, check and sentence.
 * A vault may come from a stranger, so each row says who may set it.
 */

import * as z from 'zod/mini';
import { earlierRows } from './earlier-rows.ts';
import { duration, type Row } from './row.ts';

const tokens = () => z.int().check(z.minimum(0));
const share = () => z.number().check(z.minimum(0), z.maximum(0.9));
const roleWords = () =>
  z.union([
    z.int().check(z.minimum(1)),
    z.strictObject({
      user: z.optional(z.int().check(z.minimum(1))),
      assistant: z.optional(z.int().check(z.minimum(1))),
      system: z.optional(z.int().check(z.minimum(1))),
    }),
  ]);

/** What is so now, from a file or from what a command prints; `name` is how the request calls it. */
const stateSource = () =>
  z.union(
    [
      z.strictObject({ file: path(), name: z.optional(label()) }),
      z.strictObject({ command: z.union([plainWords(), words()]), name: z.optional(label()) }),
    ],
    'expected a list of {file: PATH} or {command: [PROGRAM, ARGUMENT]}; a command in one text has plain words only, for no shell reads it',
  );
const path = () => z.string().check(z.minLength(1), z.maxLength(4096));
const label = () => z.string().check(z.regex(/^[^\r\n[\]]{1,60}$/));
const plainWords = () => z.string().check(z.regex(/^[\w./:@%+=,-]+(?: +[\w./:@%+=,-]+)*$/));
const words = () => z.array(z.string().check(z.maxLength(4096))).check(z.minLength(1), z.maxLength(64));

export const settingRows = {
  'window.context': {
    check: () => z.union([z.literal('auto'), z.int().check(z.minimum(256))]),
    default: 'auto',
    authority: 'chat',
    says: 'the window of the model, in tokens, or auto',
  },
  'window.endpoint': {
    check: () => z.union([z.literal('none'), z.url({ protocol: /^https?$/ })]),
    default: 'none',
    authority: 'user',
    says: 'the server that answers your requests, asked for nothing but its window; none = not known',
  },
  'window.provider': {
    check: () => z.enum(['openai', 'anthropic']),
    default: 'openai',
    authority: 'user',
    says: 'the protocol of that server',
  },
  'window.model': {
    check: () => z.string().check(z.minLength(1), z.maxLength(200)),
    default: 'none',
    authority: 'chat',
    says: 'the model that answers your requests; none = not known',
  },
  'window.answer': {
    check: share,
    default: 0.25,
    authority: 'chat',
    says: 'the share of the window kept free for the answer',
  },
  'window.margin': {
    check: share,
    default: 0.05,
    authority: 'chat',
    says: 'the share of the window kept free for errors of the token estimate',
  },
  'window.cap': {
    check: () => z.union([z.literal('none'), tokens()]),
    default: 'none',
    authority: 'chat',
    says: 'the most tokens a request may have, whatever the window',
  },
  'window.policy': {
    check: () => z.enum(['steps', 'eager', 'sliding']),
    default: 'steps',
    authority: 'chat',
    says: 'how old messages take their short form',
  },
  'window.verbatim': {
    check: () => z.int().check(z.minimum(1), z.maximum(1000)),
    default: 20,
    authority: 'chat',
    says: 'how many of the newest messages stay word for word',
  },
  'window.tool_output': {
    check: tokens,
    default: 16_000,
    authority: 'chat',
    says: 'tokens of recent tool output that are replayed',
  },
  'window.recall': {
    check: tokens,
    default: 600,
    authority: 'chat',
    says: 'tokens of automatic recall, 0 = off',
  },
  'window.earlier': {
    check: () => z.enum(['off', 'bullets', 'range', 'narrative']),
    default: 'off',
    authority: 'chat',
    says: 'the account made of what left the window',
  },
  'window.identity': {
    check: () => z.array(path()).check(z.maxLength(32)),
    default: [],
    authority: 'vault',
    authorityOf: (value) => ((value as string[]).some(leadsOut) ? 'user' : 'vault'),
    says: 'files with instructions beside SOUL.md and USER.md, from the root of the vault',
  },
  'window.state': {
    check: () => z.array(stateSource()).check(z.maxLength(16)),
    default: [],
    authority: 'vault',
    authorityOf: (value) =>
      (value as { file?: string }[]).some(({ file }) => file === undefined || leadsOut(file))
        ? 'user'
        : 'vault',
    says: 'what is so now, sent behind the history: a list of {file: PATH} or {command: [PROGRAM, ARGUMENT]}',
  },
  'window.tokenizer': {
    check: () => z.enum(['estimate', 'gpt-tokenizer']),
    default: 'estimate',
    authority: 'vault',
    says: 'how tokens are counted: estimated, or corrected by the package gpt-tokenizer where you install it',
  },
  'compactor.method': {
    check: () => z.enum(['extractive', 'model']),
    default: 'extractive',
    authority: 'vault',
    says: 'who shortens: whole sentences picked by code, or a model',
  },
  'compactor.model': {
    check: () => z.string().check(z.minLength(1)),
    default: 'qwen3:4b',
    authority: 'vault',
    says: 'the model that shortens',
  },
  'compactor.endpoint': {
    check: () => z.url({ protocol: /^https?$/ }),
    default: 'http://127.0.0.1:11434/v1',
    authority: 'user',
    says: 'where the model is asked',
  },
  'compactor.provider': {
    check: () => z.enum(['openai', 'anthropic']),
    default: 'openai',
    authority: 'user',
    says: 'the protocol of the endpoint',
  },
  'compactor.key_env': {
    check: () => z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/)),
    default: 'CHATVAULT_API_KEY',
    authority: 'user',
    says: 'the environment variable that holds the key',
  },
  'compactor.prompt': {
    check: () => z.string().check(z.minLength(1), z.maxLength(20_000)),
    default:
      'Summarize the meaning of this message into a single short paragraph using as few words as possible, preserving the conversational thread.',
    authority: 'vault',
    says: 'what the model is asked to do with a message',
  },
  'compactor.temperature': {
    check: () => z.number().check(z.minimum(0), z.maximum(2)),
    default: 0,
    authority: 'vault',
    says: 'the temperature of the model',
  },
  'compactor.thinking': {
    check: () => z.boolean(),
    default: false,
    authority: 'vault',
    says: 'whether the model may think first',
  },
  'compactor.min_words': {
    check: roleWords,
    default: 50,
    authority: 'chat',
    says: 'visible words from which a message is shortened, one number or one a role',
  },
  'compactor.min_saving': {
    check: () => z.number().check(z.minimum(0.05), z.maximum(0.95)),
    default: 0.4,
    authority: 'vault',
    says: 'the share of characters that a short form must save',
  },
  'compactor.max_tokens': {
    check: () => z.int().check(z.minimum(16), z.maximum(8192)),
    default: 256,
    authority: 'vault',
    says: 'the most tokens a section may be shortened to',
  },
  'compactor.concurrency': {
    check: () => z.int().check(z.minimum(1), z.maximum(64)),
    default: 1,
    authority: 'vault',
    says: 'messages shortened at the same time',
  },
  'compactor.timeout': {
    check: duration,
    default: '120s',
    authority: 'vault',
    says: 'the time limit for one message',
  },
  'compactor.quiet': {
    check: duration,
    default: '60s',
    authority: 'vault',
    says: 'how long a chat must be unchanged before it is written to',
  },
  ...earlierRows,
  write: {
    check: () => z.enum(['lossless', 'best-effort']),
    default: 'lossless',
    authority: 'vault',
    says: 'whether a chat is written where the file system cannot promise to lose nothing',
  },
  watcher: {
    check: () => z.enum(['chokidar', 'parcel']),
    default: 'chokidar',
    authority: 'vault',
    says: 'the library that watches the folder',
  },
} as const satisfies Record<string, Row>;

export type SettingName = keyof typeof settingRows;

/** Whether a path as written leads out of the folder it is read from; links are seen to when it is read. */
function leadsOut(path: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path);
}
