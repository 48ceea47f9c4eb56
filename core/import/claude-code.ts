import { sha256 } from '../text/hash.ts';
import { type Held, held } from './claude-code-held.ts';
import { echoes, spoken } from './claude-code-speech.ts';
import { rewound } from './claude-code-tree.ts';
import { type Draft, type DraftMessage, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input, JsonLine } from './input.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/**
 * Sessions of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, a log of blocks in the order they happened.
 *
 * One answer of the API (`message.id`) is one message, however many lines it takes; a tool's result is a part of the message
 * that made the call. File order is the order of the chat: parent links run through one of several parallel calls only and
 * are used for nothing but prompts that the person took back. Left out and counted: everything that nobody said.
 */
export const claudeCode: Format = {
  kind: 'claude-code',
  says: 'Claude Code session (.jsonl)',
  recognises: ({ lines }) => lines.some(({ value }) => isSpeech(value)),
  read: (input) => [read(input)],
};

interface Reading {
  readonly draft: Draft;
  /** The message that each tool call stands in. */
  readonly calls: Map<string, { readonly name: string; readonly message: DraftMessage }>;
  readonly held: Held;
  readonly answers: Map<string, DraftMessage>;
  readonly seen: Set<string>;
  readonly titles: { custom?: string; ai?: string; summary?: string };
}

function isSpeech(value: unknown): boolean {
  const line = shape(value);
  return (
    (line?.type === 'user' || line?.type === 'assistant') &&
    (typeof line.message === 'string' || shape(line.message)?.content !== undefined) &&
    typeof line.sessionId === 'string'
  );
}

function read(input: Input): Imported {
  const reading: Reading = {
    draft: draft(input.broken),
    calls: new Map(),
    held: held(),
    answers: new Map(),
    seen: new Set(),
    titles: {},
  };
  const records = input.lines.filter((line) => isRecord(reading.draft, line)) as {
    line: number;
    value: Shape;
  }[];
  const uuids = new Set(records.map(({ value }) => value.uuid));
  const gone = rewound(records.map(({ value }) => value));
  for (const { value } of records) {
    if (gone.has(value)) reading.draft.leave('taken back by the person');
    else readRecord(reading, value, uuids);
  }
  const first = records.find(({ value }) => typeof value.sessionId === 'string')?.value;
  const ids = new Set(records.map(({ value }) => value.sessionId));
  const stem = input.name.replace(/\.jsonl$/i, '');
  return reading.draft.finish({
    kind: 'claude-code',
    // a branched session repeats lines of another one: the file's own name is the better witness
    id: ids.has(stem) ? stem : String(first?.sessionId ?? stem),
    title: reading.titles.custom ?? reading.titles.ai ?? reading.titles.summary,
    cwd: records.map(({ value }) => words(value.cwd)).find((cwd) => cwd !== undefined),
  });
}

function isRecord({ broken }: Draft, { line, value }: JsonLine): boolean {
  if (shape(value) !== undefined) return true;
  broken.push({ line, text: 'is a bare JSON value, expected an object' });
  return false;
}

function readRecord(reading: Reading, line: Shape, uuids: ReadonlySet<unknown>) {
  const { draft } = reading;
  if (line.isSidechain === true) return draft.leave('subagent line');
  readTitle(reading, line, uuids);
  const queued = queuedPrompt(line);
  if (queued === undefined && line.type !== 'user' && line.type !== 'assistant') {
    return draft.leave('bookkeeping line');
  }
  if (isRepeated(reading, line)) return draft.leave('repeated line');
  if (line.type === 'assistant') readAnswer(reading, line);
  else readPrompt(reading, queued === undefined ? line : { ...line, message: { content: queued } });
}

/** The newest title of each kind: the person's own, one by the model, one of the log's list. */
function readTitle({ titles }: Reading, line: Shape, uuids: ReadonlySet<unknown>) {
  const custom = line.type === 'custom-title' ? words(line.customTitle) : undefined;
  const ai = line.type === 'ai-title' ? words(line.aiTitle) : undefined;
  // the list also holds titles of other sessions; only one whose leaf stands here is this session's
  const own = line.type === 'summary' && uuids.has(line.leafUuid);
  const summary = own ? words(line.summary) : undefined;
  Object.assign(titles, custom && { custom }, ai && { ai }, summary && { summary });
}

/** What the person typed while the model was at work stands in an attachment line of its own. */
function queuedPrompt(line: Shape): unknown {
  const attachment = line.type === 'attachment' ? shape(line.attachment) : undefined;
  if (attachment?.type !== 'queued_command') return undefined;
  return (attachment.commandMode ?? 'prompt') === 'prompt' ? attachment.prompt : undefined;
}

/** The same line again: logs of branched and resumed sessions hold copies, with the old or with new ids. */
function isRepeated({ seen }: Reading, line: Shape): boolean {
  const said = JSON.stringify([line.type, line.timestamp ?? line.uuid, line.message ?? line.attachment]);
  const mark = sha256(said);
  if (seen.has(mark)) return true;
  seen.add(mark);
  return false;
}

function readAnswer(reading: Reading, line: Shape) {
  const { draft, answers } = reading;
  const message = shape(line.message);
  const blocks = blocksOf(line.message);
  if (message?.model === '<synthetic>' || line.isApiErrorMessage === true) return draft.leave('API error');
  const id = words(message?.id) ?? key(line);
  let answer = answers.get(id);
  if (answer === undefined) {
    answer = draft.message(id, 'assistant', moment(line.timestamp));
    answers.set(id, answer);
  }
  for (const block of blocks) readAnswerBlock(reading, answer, block);
}

function readAnswerBlock({ draft, calls, held }: Reading, answer: DraftMessage, block: Shape) {
  const { parts } = answer;
  const type = String(block.type);
  if (type === 'text' || type === 'thinking') {
    const text = words(type === 'text' ? block.text : block.thinking);
    const partType = type === 'text' ? 'text' : 'reasoning';
    if (text === undefined) return draft.leave(`empty ${type}`);
    if (held.repeats(answer, partType, text)) return draft.leave('repeated block');
    parts.push({ type: partType, text });
  } else if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
    const id = asText(block.id);
    const name = asText(block.name);
    if (held.repeats(answer, 'tool_call', id)) return draft.leave('repeated block');
    parts.push({ type: 'tool_call', id, name, args: block.input ?? {} });
    calls.set(id, { name, message: answer });
  } else if (type.endsWith('tool_result')) {
    readResult({ draft, calls, held }, block, answer.createdAt);
  } else if (type === 'redacted_thinking') draft.leave('encrypted thinking');
  else draft.leave(`unknown block ${type}`);
}

function readPrompt(reading: Reading, line: Shape) {
  const { draft } = reading;
  const blocks = blocksOf(line.message);
  const own = blocks.filter(({ type }) => type !== 'tool_result');
  for (const block of blocks) {
    if (block.type === 'tool_result') readResult(reading, block, moment(line.timestamp));
  }
  if (own.length === 0) return blocks.length === 0 ? draft.leave('line without content') : undefined;
  if (line.isCompactSummary === true) return draft.leave('compact summary');
  if (line.isMeta === true) return draft.leave('meta line');
  const text = own.map(({ text }) => asText(text)).join('\n');
  if (echoes(text)) return draft.leave('command echo');
  const prompt = draft.message(key(line), 'user', moment(line.timestamp));
  for (const block of own) readPromptBlock(draft, prompt, block);
  if (prompt.parts.length === 0) draft.leave('empty prompt');
}

function readPromptBlock(draft: Draft, { parts }: DraftMessage, block: Shape) {
  if (block.type === 'text') {
    const text = spoken(asText(block.text));
    if (text.trim() !== '') parts.push({ type: 'text', text });
  } else pushMedia(draft, parts, block);
}

/** A result goes to the message of its call; one whose call is not in the file stands alone. */
function readResult(
  { draft, calls, held }: Pick<Reading, 'draft' | 'calls' | 'held'>,
  block: Shape,
  createdAt: string,
) {
  const id = asText(block.tool_use_id);
  const blocks = blocksOf(block);
  const output = blocks
    .map(resultText)
    .filter((text) => text !== '')
    .join('\n');
  const call = calls.get(id);
  const message = call?.message ?? draft.message(`result:${id}`, 'assistant', createdAt);
  const name = call?.name ?? '';
  if (held.repeats(message, `result ${id}`, output)) return draft.leave('repeated block');
  const status = block.is_error === true ? 'error' : 'completed';
  message.parts.push({ type: 'tool_result', id, name, status, output });
  for (const inner of blocks) if (inner.type === 'image') pushMedia(draft, message.parts, inner);
}

function resultText(block: Shape): string {
  if (block.type === 'text') return asText(block.text);
  return block.type === 'image' ? '' : JSON.stringify(block);
}

function pushMedia(draft: Draft, parts: DraftMessage['parts'], block: Shape) {
  const source = shape(block.source);
  if (source?.type === 'text') parts.push({ type: 'text', text: asText(source.data) });
  else if (source?.type === 'base64') {
    const part = draft.attach(source.data, source.media_type, words(block.title));
    if (part !== undefined) parts.push(part);
  } else if (source?.type === 'url')
    parts.push({ type: 'text', text: `[${asText(block.type)}: ${asText(source.url)}]` });
  else draft.leave(`unknown block ${String(block.type)}`);
}

/** Content is a text, a list of blocks, or (in old logs) the message itself is the text. */
function blocksOf(message: unknown): readonly Shape[] {
  const content = typeof message === 'string' ? message : shape(message)?.content;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : shapes(content);
}

function key(line: Shape): string {
  return words(line.uuid) ?? `line:${sha256(JSON.stringify(line)).slice(0, 32)}`;
}
