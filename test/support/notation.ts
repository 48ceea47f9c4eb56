/**
 * One-line chats for tests. `u10 a200~40 u5` is a user message of 10 words, an assistant message of 200 words whose
 * short form has 40, and a user message of 5.
 *
 *     token    = role words mark* | '(' token… ')*' times | '-' ids-to-skip | '"' draft '"'
 *     role     = u (user) | a (assistant) | s (system)
 *     mark     = ~40 short form, valid        ?40 made with another recipe (outdated)
 *                !40 of an older text (stale)  ^40 written by a person (pinned)
 *                t500 a tool call with a result of 500 words, before the words
 *                T500 the same behind the words    e500 a failed call before the words
 *                r30 reasoning of 30 words         i an image              o open (no end marker)
 *
 * The same notation always gives the same conversation: ids rise from 1, dates by half a minute.
 */
import { createHash } from 'node:crypto';
import type { Compaction, Conversation, Message, Part, Role, Segment } from '../../core/conversation.ts';

/** The recipe hash of the default summarizer: what `~` short forms carry. */
export const recipeHash = 'cd3a934d663284a6aed8dadfcbe63b862c02648f7ef1b6f05bdd09f105bcafda';

/** The conversation that a line of notation describes; throws on a token it cannot read. */
export function chat(notation: string, sessionId = 'notation'): Conversation {
  const messages: Message[] = [];
  let id = 1;
  let draft: string | undefined;
  for (const token of unfold(notation)) {
    if (token.startsWith('"')) draft = token.slice(1, -1);
    else if (/^-\d+$/.test(token)) id += Number(token.slice(1));
    else messages.push(message(token, id++));
  }
  return {
    meta: { sessionId, data: { session_id: sessionId } },
    messages,
    earlier: [],
    problems: [],
    ...(draft === undefined ? {} : { draft }),
  };
}

/** One message of the notation, e.g. `message('a200~40', 7)`. */
export function message(token: string, id: number): Message {
  const [, letter, count, marks = ''] = /^([uas])(\d+)(.*)$/.exec(token) ?? [];
  if (letter === undefined || !/^(?:[~?!^tTer]\d+|[io])*$/.test(marks))
    throw new Error(`not a token of the chat notation: ${token}`);
  const found = [...marks.matchAll(/([~?!^tTerio])(\d*)/g)].map(([, kind, n]) => ({ kind, n: Number(n) }));
  const role: Role = letter === 'u' ? 'user' : letter === 'a' ? 'assistant' : 'system';
  const before = found.flatMap(({ kind, n }, index) => around(kind ?? '', n, id, index));
  const behind = found.flatMap(({ kind, n }, index) => (kind === 'T' ? tool(n, id, index, 'completed') : []));
  const text: Part[] = Number(count) === 0 ? [] : [{ type: 'text', text: words(Number(count), id) }];
  const bare: Message = {
    id,
    role,
    createdAt: new Date(Date.UTC(2026, 0, 1) + id * 30_000).toISOString().replace('.000Z', 'Z'),
    parts: [...before, ...text, ...behind],
    line: id,
    ...(found.some(({ kind }) => kind === 'o') ? { open: true as const } : {}),
  };
  const short = found.find(({ kind }) => '~?!^'.includes(kind ?? ' '));
  return short === undefined ? bare : { ...bare, compaction: compaction(bare, short.kind ?? '', short.n) };
}

/** What the tool `run` answered to a call. */
export function result(id: string, output: string): Part {
  return { type: 'tool_result', id, name: 'run', status: 'completed', output };
}

/** `count` words in sentences, the same for the same count and seed; the first names the seed. */
export function words(count: number, seed: number): string {
  const list: string[] = [];
  let state = (seed * 2_654_435_761) >>> 0;
  for (let index = 0; index < count; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const word = index === 0 ? `m${seed}` : (vocabulary[(state >>> 8) % vocabulary.length] ?? '');
    list.push(index % 12 === 11 || index === count - 1 ? `${word}.` : word);
  }
  return list.join(' ');
}

const vocabulary =
  'the settings allow three retries and a timeout for each request we read file config server answer before after list window budget short form keep word change never lost table total garden train ticket Berlin Monday meeting note plan order price paper light water river stone bridge house'.split(
    ' ',
  );

function unfold(notation: string): string[] {
  let flat = notation;
  for (;;) {
    const next = flat.replace(/\(([^()]*)\)\*(\d+)/, (_, inner: string, times: string) =>
      `${inner} `.repeat(Number(times)),
    );
    if (next === flat) break;
    flat = next;
  }
  return flat.match(/"[^"]*"|\S+/g) ?? [];
}

function around(kind: string, n: number, id: number, index: number): Part[] {
  if (kind === 't' || kind === 'e') return tool(n, id, index, kind === 'e' ? 'error' : 'completed');
  if (kind === 'r') return [{ type: 'reasoning', text: words(n, id + 7) }];
  if (kind === 'i')
    return [
      {
        type: 'image',
        path: `assets/${id}.png`,
        mediaType: 'image/png',
        sha256: sha(`image ${id}`),
        name: `${id}.png`,
      },
    ];
  return [];
}

function tool(n: number, id: number, index: number, status: string): Part[] {
  const call = `call-${id}-${index}`;
  return [
    { type: 'tool_call', id: call, name: 'read_file', args: { path: `f${id}.txt` } },
    { type: 'tool_result', id: call, name: 'read_file', status, output: words(n, id + 3) },
  ];
}

/** Written out by hand instead of calling the product, so that a wrong source hash there makes a test fail. */
function sourceOf(message: Message): string {
  const sections: object[] = [];
  let texts: string[] = [];
  const close = () => {
    if (texts.length > 0) sections.push({ text: texts.join('\n\n'), type: 'text' });
    texts = [];
  };
  for (const part of message.parts) {
    if (part.type === 'text') texts.push(part.text);
    if (part.type === 'tool_result') {
      close();
      sections.push({ id: part.id, name: part.name, status: part.status, type: 'tool_result' });
    }
    if (part.type === 'image' || part.type === 'file') {
      close();
      sections.push({ sha256: part.sha256, type: part.type });
    }
    if (part.type === 'tool_call') close();
  }
  close();
  return sha(JSON.stringify({ role: message.role, sections }));
}

function compaction(message: Message, kind: string, count: number): Compaction {
  const segments: Segment[] = message.parts.flatMap((part): Segment[] => {
    if (part.type === 'text') return [{ type: 'text', text: `Short: ${words(count - 1, message.id + 11)}` }];
    if (part.type === 'tool_result') return [{ type: 'marker', text: marker(message.id, part.id, part) }];
    if (part.type === 'image')
      return [{ type: 'marker', text: `{"kind":"image","sha256":"${part.sha256}"}` }];
    return [];
  });
  return {
    version: 4,
    source: kind === '!' ? sha('an older text') : sourceOf(message),
    recipe: kind === '?' ? sha('another recipe') : recipeHash,
    messageId: message.id,
    methods: kind === '^' ? ['person'] : ['extractive'],
    createdAt: Date.UTC(2026, 0, 1) + message.id * 30_000,
    text: sha(segments.map(({ text }) => text).join('\n')),
    ...(kind === '^' ? { pinned: true as const } : {}),
    segments,
  };
}

function marker(messageId: number, callId: string, part: { name: string; status: string }): string {
  const id = `message:${messageId}:result:${callId}`;
  return JSON.stringify({
    kind: 'tool_result',
    name: part.name,
    call_id: callId,
    status: part.status,
    compacted: true,
    result_id: id,
    instruction: `Result compacted. Retrieve the original with read_tool_result({"result_id":"${id}"}).`,
  });
}

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
