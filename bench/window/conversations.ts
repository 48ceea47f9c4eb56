/**
 * Three conversations of 3,999 messages for the simulation, the same on every machine. Sizes are drawn as they were
 * measured: `mix` half short messages, long prose, pasted files and tool outputs; `talk` about 100 tokens a message
 * and a tool result now and then; `agent` up to four tool results in three of five answers.
 */
import { createHash } from 'node:crypto';
import { source } from '../../core/compaction/sections.ts';
import type { Compaction, Conversation, Message, Part } from '../../core/conversation.ts';
import { random } from '../corpus.ts';

export type Profile = 'mix' | 'talk' | 'agent';
export const profiles: readonly Profile[] = ['mix', 'talk', 'agent'];

/** What one message holds, in tokens of ordinary text. */
interface Sizes {
  readonly text: number;
  /** Of its short form, when it is long enough to have one. */
  readonly short?: number;
  readonly outputs: readonly number[];
}

const messageCount = 3999;

/** The conversation of a profile; users and assistants in turn, every long message with its short form. */
export function conversation(profile: Profile, count = messageCount): Conversation {
  const draw = { mix, talk, agent }[profile];
  const next = random(7);
  const messages = Array.from({ length: count }, (_, index) => message(index, draw(index, next)));
  return { meta: { sessionId: profile, data: {} }, messages, earlier: [], problems: [] };
}

/** Text of about so many tokens of the estimate; `seed` makes it a text of its own. */
function filler(tokens: number, seed: number): string {
  const words = Array.from({ length: Math.max(1, Math.round(tokens / 1.07)) }, (_, index) => {
    const pick = Math.imul(seed + 1, 2_654_435_761) + Math.imul(index, 40_503);
    return vocabulary[(pick >>> 7) % vocabulary.length] ?? 'word';
  });
  return words.join(' ');
}

const vocabulary =
  'we read the old file again and found that each part of it works but the last one takes more time than it should when two people use it at once so one has to wait'.split(
    ' ',
  );

function mix(index: number, next: () => number): Sizes {
  const between = (low: number, high: number, scale = 1.35) =>
    Math.round((low + (high - low) * next() ** 1.7) * scale);
  const kind = next();
  if (kind < 0.45) return spoken(Math.round(2 + 38 * next()) * 1.3, []);
  if (kind < 0.72) return spoken(between(380, 1600) / 4.5, []);
  if (kind < 0.8) return spoken(between(2000, 8000) / 4.2, []);
  if (kind < 0.9 || index % 2 === 0) return spoken(20 + between(1000, 11_000) / 3, []);
  const count = 1 + Math.floor(next() * 3);
  const outputs = Array.from({ length: count }, () => between(300, count > 1 ? 3500 : 7000) / 2.7);
  return spoken(next() < 0.4 ? 35 : between(400, 1800) / 4.5, outputs);
}

function talk(index: number, next: () => number): Sizes {
  const long = next() < 0.45;
  const text = long ? 70 + 260 * next() ** 1.6 : 8 + 45 * next();
  const outputs = index % 2 === 1 && next() < 0.16 ? [300 + 3000 * next()] : [];
  return { text: Math.round(text), outputs, ...(long ? { short: Math.round(18 + 0.22 * text) } : {}) };
}

function agent(index: number, next: () => number): Sizes {
  const answer = index % 2 === 1;
  const count = answer ? Math.floor(next() * 5) : 0;
  const text = Math.round(answer ? 40 + 500 * next() ** 2 : 10 + 150 * next() ** 2);
  const outputs = Array.from({ length: count }, () => 100 + 5000 * next() ** 2.2);
  return { text, outputs, ...(text > 70 ? { short: Math.round(20 + 0.2 * text) } : {}) };
}

/** A message of the mix: its short form has a sixth of its words, between 20 and 200 tokens. */
function spoken(tokens: number, outputs: readonly number[]): Sizes {
  const text = Math.round(tokens);
  return {
    text,
    outputs,
    ...(text > 60 ? { short: Math.round(Math.max(20, Math.min(200, text * 0.17))) } : {}),
  };
}

function message(index: number, sizes: Sizes): Message {
  const id = index + 1;
  const tools = sizes.outputs.flatMap((size, nth): Part[] => {
    const call = `call-${nth + 1}`;
    return [
      {
        type: 'tool_call',
        id: call,
        name: 'read_file',
        args: { path: `src/part-${id}.ts`, query: 'two people' },
      },
      {
        type: 'tool_result',
        id: call,
        name: 'read_file',
        status: 'completed',
        output: filler(size, id * 7 + nth),
      },
    ];
  });
  const bare: Message = {
    id,
    role: index % 2 === 0 ? 'user' : 'assistant',
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString().replace('.000Z', 'Z'),
    parts: [...tools, { type: 'text', text: filler(sizes.text, id) }],
    line: id,
  };
  return sizes.short === undefined ? bare : { ...bare, compaction: compaction(bare, sizes.short) };
}

function compaction(message: Message, tokens: number): Compaction {
  const markers = message.parts.flatMap((part) =>
    part.type === 'tool_result' ? [{ type: 'marker' as const, text: part.id }] : [],
  );
  return {
    version: 4,
    source: source(message),
    recipe: createHash('sha256').update('bench').digest('hex'),
    messageId: message.id,
    methods: ['extractive'],
    createdAt: 0,
    text: '',
    segments: [...markers, { type: 'text', text: filler(tokens, message.id + 5) }],
  };
}
