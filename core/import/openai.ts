import type { Role } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import { type Draft, type DraftMessage, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentParts, contentText } from './openai-content.ts';
import { asText, asValue, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/**
 * Messages as they are sent to OpenAI's chat completions: a list, an object with `messages`, or JSON lines of either.
 * The file holds no ids: a conversation is known again by the file's name with its first question and answer, a message by
 * its content and how often that came before.
 */
export const openai: Format = {
  kind: 'openai',
  says: 'OpenAI chat messages (.json, .jsonl)',
  recognises: (input) => conversations(input).length > 0,
  read: (input) =>
    conversations(input).map((conversation, index) =>
      read(conversation, input.name, index === 0 ? input.broken : []),
    ),
};

interface Conversation {
  readonly meta: Shape;
  readonly records: readonly Shape[];
}

function conversations({ value, lines }: Input): Conversation[] {
  const whole = conversation(value);
  if (whole !== undefined) return [whole];
  const each = lines.flatMap((line) => conversation(line.value) ?? []);
  if (each.length > 0) return each;
  // JSON lines of single messages, or a list of conversations
  const listed = Array.isArray(value) ? value.flatMap((item) => conversation(item) ?? []) : [];
  return listed.length > 0 ? listed : [conversation(lines.map((line) => line.value)) ?? []].flat();
}

function conversation(value: unknown): Conversation | undefined {
  const list = Array.isArray(value) ? value : shape(value)?.messages;
  const records = shapes(list).filter(isMessage);
  if (!Array.isArray(list) || records.length === 0 || records.length < list.length / 2) return undefined;
  return { meta: shape(value) ?? {}, records: shapes(list) };
}

function isMessage(record: Shape): boolean {
  return (
    typeof record.role === 'string' && (record.content !== undefined || Array.isArray(record.tool_calls))
  );
}

interface Reading {
  readonly draft: Draft;
  /** Calls by id and by name, oldest first. */
  readonly byId: Map<string, Queue>;
  readonly byName: Map<string, Queue>;
  calls: number;
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly message: DraftMessage;
  answered: boolean;
}

/** Calls of one id or name; those before `next` have their result. */
interface Queue {
  readonly calls: Call[];
  next: number;
}

function read({ meta, records }: Conversation, name: string, broken: Input['broken']): Imported {
  const reading: Reading = { draft: draft(broken), byId: new Map(), byName: new Map(), calls: 0 };
  for (const record of records) readMessage(reading, record);
  const opening = ['user', 'assistant'].map(
    (role) => records.find((record) => record.role === role)?.content,
  );
  return reading.draft.finish({
    kind: 'openai',
    id: words(meta.id) ?? words(meta.conversation_id) ?? sha256(JSON.stringify([name, opening])).slice(0, 32),
    title: words(meta.title),
    createdAt: moment(meta.created_at ?? meta.create_time),
  });
}

function readMessage(reading: Reading, record: Shape) {
  const { draft } = reading;
  const role = roles[String(record.role)];
  if (record.role === 'tool' || record.role === 'function') return readResult(reading, record);
  if (role === undefined) return draft.leave(`role ${asText(record.role) || 'missing'}`);
  const { id: _, ...said } = record;
  const key = words(record.id) ?? sha256(JSON.stringify(said)).slice(0, 32);
  const message = draft.message(key, role, moment(record.created_at ?? record.timestamp ?? record.createdAt));
  const thought =
    words(record.reasoning_content) ?? words(record.reasoning) ?? words(record.thinking) ?? details(record);
  if (thought !== undefined) message.parts.push({ type: 'reasoning', text: thought });
  for (const part of contentParts(draft, record.content)) message.parts.push(part);
  const refusal = words(record.refusal);
  if (refusal !== undefined) message.parts.push({ type: 'text', text: refusal });
  for (const call of shapes(record.tool_calls)) {
    addCall(reading, message, asText(call.id), shape(call.function) ?? shape(call.custom) ?? call);
  }
  const old = shape(record.function_call);
  if (old !== undefined) addCall(reading, message, '', old);
  if (message.parts.length === 0) draft.leave('empty message');
}

const roles: Readonly<Record<string, Role>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
};

/** Reasoning in the list form of some servers. */
function details(record: Shape): string | undefined {
  const texts = shapes(record.reasoning_details).flatMap(
    ({ text, summary }) => words(text) ?? words(summary) ?? [],
  );
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** A call without an id gets one: its number in the conversation. */
function addCall(reading: Reading, message: DraftMessage, id: string, call: Shape) {
  reading.calls += 1;
  const made: Call = { id: id || `call-${reading.calls}`, name: asText(call.name), message, answered: false };
  message.parts.push({
    type: 'tool_call',
    id: made.id,
    name: made.name,
    args: asValue(call.arguments ?? call.input),
  });
  enqueue(reading.byId, made.id, made);
  enqueue(reading.byName, made.name, made);
}

function enqueue(queues: Map<string, Queue>, key: string, call: Call) {
  const queue = queues.get(key);
  if (queue === undefined) queues.set(key, { calls: [call], next: 0 });
  else queue.calls.push(call);
}

/** The oldest call of a queue that waits for its result, which it has from now on. */
function taken(queue: Queue | undefined): Call | undefined {
  while (queue !== undefined && queue.next < queue.calls.length) {
    const call = queue.calls[queue.next]!;
    queue.next += 1;
    if (call.answered) continue;
    call.answered = true;
    return call;
  }
  return undefined;
}

/** A result goes to its call: by id, or (in the oldest form) to the oldest open call of that name. */
function readResult({ draft, byId, byName }: Reading, record: Shape) {
  const id = words(record.tool_call_id);
  const named = typeof record.name === 'string' ? byName.get(record.name) : undefined;
  const call = taken(id === undefined ? named : byId.get(id));
  const output = contentText(record.content);
  const made = id ?? call?.id ?? asText(record.name);
  const message = call?.message ?? draft.message(`result:${made}`, 'assistant', moment(record.created_at));
  message.parts.push({
    type: 'tool_result',
    id: made,
    name: call?.name ?? asText(record.name),
    status: 'completed',
    output,
  });
}
