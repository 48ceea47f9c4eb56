import { sha256 } from '../text/hash.ts';
import { type Draft, type DraftMessage, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentParts, contentText } from './openai-content.ts';
import { asText, asValue, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/**
 * Rollouts of Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl`. Every message stands there twice, as a
 * `response_item` and as an `event_msg`: the items are read, the events only where there are no items.
 * What was put before the person's words by the program (instructions, environment) is left out.
 */
export const codex: Format = {
  kind: 'codex',
  says: 'Codex rollout (.jsonl)',
  recognises: ({ lines }) => lines.some(({ value }) => itemOf(value) !== undefined),
  read: (input) => [read(input)],
};

interface Item {
  readonly payload: Shape;
  readonly createdAt: string;
  readonly key: string;
  readonly isEvent: boolean;
}

interface Reading {
  readonly draft: Draft;
  readonly calls: Map<string, { readonly name: string; readonly message: DraftMessage }>;
  /** The answer that is being put together: reasoning and calls so far. */
  answer: DraftMessage | undefined;
}

const itemTypes = /^(?:message|reasoning|(?:\w+_)?call|(?:\w+_)?call_output)$/;

/** An item in its wrapper, or bare as in the oldest files. */
function itemOf(value: unknown): { readonly payload: Shape; readonly isEvent: boolean } | undefined {
  const line = shape(value);
  const payload = shape(line?.payload);
  if (line?.type === 'response_item' && payload !== undefined) return { payload, isEvent: false };
  if (line?.type === 'event_msg' && payload !== undefined) return { payload, isEvent: true };
  if (
    line !== undefined &&
    itemTypes.test(asText(line.type)) &&
    (line.role ?? line.call_id ?? line.summary) !== undefined
  ) {
    return { payload: line, isEvent: false };
  }
  return undefined;
}

function read({ name, lines, broken }: Input): Imported {
  const reading: Reading = { draft: draft(broken), calls: new Map(), answer: undefined };
  const items: Item[] = [];
  let meta: Shape = {};
  let cwd: string | undefined;
  for (const { value, line } of lines) {
    const record = shape(value);
    const item = itemOf(value);
    if (record === undefined)
      reading.draft.broken.push({ line, text: 'is a bare JSON value, expected an object' });
    else if (item !== undefined) items.push({ ...item, ...identity(record, item.payload) });
    else {
      if (record.type === 'session_meta') meta = shape(record.payload) ?? meta;
      else if (record.type === undefined && Object.keys(meta).length === 0) meta = record;
      else reading.draft.leave(record.type === 'compacted' ? 'compact summary' : 'bookkeeping line');
      cwd ??= words(shape(record.payload)?.cwd);
    }
  }
  // what a role said stands in items, else in events; a file may hold items of one role and events of the other
  const wanted = new Set(['user', 'assistant'].filter((role) => !items.some((item) => isSpeech(item, role))));
  for (const item of items) {
    if (!item.isEvent) readItem(reading, item);
    else if (wanted.has(roleOf(item))) readItem(reading, eventAsItem(item));
    else reading.draft.leave('second record of the same');
  }
  return reading.draft.finish({
    kind: 'codex',
    id: words(meta.id) ?? name.replace(/\.jsonl$/i, ''),
    createdAt: moment(meta.timestamp),
    cwd: words(meta.cwd) ?? cwd,
  });
}

function identity(line: Shape, payload: Shape): { readonly createdAt: string; readonly key: string } {
  return {
    createdAt: moment(line.timestamp ?? payload.timestamp),
    key: words(payload.id) ?? sha256(JSON.stringify([line.timestamp, payload])).slice(0, 32),
  };
}

/** Whether an item holds words of that role, beside what the program put there. */
function isSpeech({ isEvent, payload }: Item, role: string): boolean {
  if (isEvent || payload.type !== 'message' || payload.role !== role) return false;
  return role !== 'user' || !injected.test(contentText(payload.content));
}

/** The role whose words an event repeats; notices of the program go with the assistant's. */
function roleOf(item: Item): string {
  return eventAsItem(item).payload.role === 'user' ? 'user' : 'assistant';
}

/** An event in the words of an item; types are spelt `UserMessage` in some versions. */
function eventAsItem(item: Item): Item {
  const event = item.payload;
  const inner = event.type === 'item_completed' ? (shape(event.item) ?? {}) : event;
  const type = asText(inner.type)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const text = words(inner.message) ?? words(inner.text) ?? contentText(inner.content);
  const role = { user_message: 'user', agent_message: 'assistant' }[type];
  const payload: Shape =
    role !== undefined
      ? { type: 'message', role, content: text }
      : type === 'agent_reasoning'
        ? { type: 'reasoning', summary: [{ text }] }
        : { type };
  return { ...item, payload };
}

function readItem(reading: Reading, item: Item) {
  const { draft } = reading;
  const { payload } = item;
  const type = asText(payload.type);
  if (type === 'message') return readMessage(reading, item);
  if (type === 'reasoning') {
    const text = [...shapes(payload.summary), ...shapes(payload.content)].flatMap(
      (part) => words(part.text) ?? [],
    );
    if (text.length === 0) return draft.leave('encrypted thinking');
    answerOf(reading, item).parts.push({ type: 'reasoning', text: text.join('\n\n') });
  } else if (type.endsWith('call_output')) readOutput(reading, item);
  else if (type.endsWith('call')) {
    const id = words(payload.call_id) ?? item.key;
    const name = words(payload.name) ?? type.replace(/_call$/, '');
    const args = asValue(payload.arguments ?? payload.input ?? payload.action);
    const message = answerOf(reading, item);
    message.parts.push({ type: 'tool_call', id, name, args });
    reading.calls.set(id, { name, message });
  } else draft.leave('bookkeeping line');
}

function readMessage(reading: Reading, item: Item) {
  const { draft } = reading;
  const { role, content } = item.payload;
  if (role === 'developer' || role === 'system') return draft.leave('instructions');
  const parts = contentParts(draft, content);
  if (parts.length === 0) return draft.leave('empty message');
  if (role === 'assistant') {
    const answer = answerOf(reading, item);
    for (const part of parts) answer.parts.push(part);
  } else {
    const opening = parts.find((part) => part.type === 'text');
    if (opening !== undefined && injected.test(opening.text)) return draft.leave('instructions');
    draft.message(item.key, 'user', item.createdAt, parts);
  }
  reading.answer = undefined;
}

/** How the program's own additions to the person's side begin. */
const injected =
  /^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|INSTRUCTIONS|permissions instructions|turn_aborted|skills?)\b)/;

function readOutput(reading: Reading, item: Item) {
  const { payload } = item;
  const id = asText(payload.call_id);
  const call = reading.calls.get(id);
  const message = call?.message ?? answerOf(reading, item);
  message.parts.push({ type: 'tool_result', id, name: call?.name ?? '', ...outcome(payload.output) });
}

/** A shell's output is wrapped in JSON with its exit code. */
function outcome(output: unknown): { readonly status: string; readonly output: string } {
  const wrapped = shape(asValue(output));
  const inner = wrapped === undefined ? undefined : wrapped.output;
  if (typeof inner !== 'string') return { status: 'completed', output: contentText(output) };
  const exit = shape(wrapped?.metadata)?.exit_code ?? 0;
  return { status: exit === 0 ? 'completed' : 'error', output: inner };
}

function answerOf(reading: Reading, { key, createdAt }: Item): DraftMessage {
  reading.answer ??= reading.draft.message(key, 'assistant', createdAt);
  return reading.answer;
}
