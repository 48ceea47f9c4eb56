/**
 * The header lines that this program writes itself, read from the bytes several times as fast as JSON.parse reads them,
 * and without keeping the line in memory. For a line that is spelled so, the object is the one that JSON.parse gives; for
 * every other line undefined.
 */
export function readUsualHeader(
  bytes: Buffer,
  start: number,
  end: number,
): Readonly<Record<string, unknown>> | undefined {
  const letter = bytes[start + 2];
  if (letter === 0x74) return skip(bytes, start, words.text) === end ? textHeader : undefined;
  if (letter === 0x69) return readMessage(bytes, start, end);
  return letter === 0x76 ? readCompaction(bytes, start, end) : undefined;
}

const textHeader = Object.freeze({ type: 'text' });

const words = {
  text: Buffer.from('{"type":"text"}'),
  id: Buffer.from('{"id":'),
  uid: Buffer.from(',"uid":"'),
  role: Buffer.from(',"role":"'),
  afterUid: Buffer.from('","role":"'),
  createdAt: Buffer.from(',"created_at":"'),
  simple: Buffer.from('","version":2,"simple":'),
  yes: Buffer.from('true}'),
  no: Buffer.from('false}'),
  source: Buffer.from('{"version":4,"source":"'),
  recipe: Buffer.from('","recipe":"'),
  messageId: Buffer.from('","messageId":'),
  methods: Buffer.from(',"methods":["'),
  time: Buffer.from('"],"createdAt":'),
  hash: Buffer.from(',"text":"'),
  close: Buffer.from('"}'),
};
const roles = ['user', 'assistant', 'system'].map((name) => ({ name, word: Buffer.from(`${name}"`) }));

function roleAt(bytes: Buffer, at: number): (typeof roles)[number] | undefined {
  for (const role of roles) if (skip(bytes, at, role.word) >= 0) return role;
  return undefined;
}

function readMessage(bytes: Buffer, start: number, end: number): Record<string, unknown> | undefined {
  const idStart = skip(bytes, start, words.id);
  const idEnd = behindNumber(bytes, idStart);
  const uidStart = skip(bytes, idEnd, words.uid);
  const uidEnd = behindPlain(bytes, uidStart);
  const roleStart = uidStart < 0 ? skip(bytes, idEnd, words.role) : skip(bytes, uidEnd, words.afterUid);
  const role = roleAt(bytes, roleStart);
  if (role === undefined) return undefined;
  const timeStart = skip(bytes, roleStart + role.word.length, words.createdAt);
  const timeEnd = behindPlain(bytes, timeStart);
  const flag = skip(bytes, timeEnd, words.simple);
  const simple = skip(bytes, flag, words.yes) === end;
  if (!simple && skip(bytes, flag, words.no) !== end) return undefined;
  const header: Record<string, unknown> = {
    id: numberAt(bytes, idStart, idEnd),
    role: role.name,
    created_at: bytes.toString('latin1', timeStart, timeEnd),
    version: 2,
    simple,
  };
  if (uidStart >= 0) header.uid = bytes.toString('latin1', uidStart, uidEnd);
  return header;
}

function readCompaction(bytes: Buffer, start: number, end: number): Record<string, unknown> | undefined {
  const source = skip(bytes, start, words.source);
  const recipe = skip(bytes, behindHash(bytes, source), words.recipe);
  const id = skip(bytes, behindHash(bytes, recipe), words.messageId);
  const idEnd = behindNumber(bytes, id);
  const method = skip(bytes, idEnd, words.methods);
  const methodEnd = behindPlain(bytes, method);
  const time = skip(bytes, methodEnd, words.time);
  const timeEnd = behindNumber(bytes, time);
  const text = skip(bytes, timeEnd, words.hash);
  if (skip(bytes, behindHash(bytes, text), words.close) !== end) return undefined;
  return {
    version: 4,
    source: bytes.toString('latin1', source, source + hashLength),
    recipe: bytes.toString('latin1', recipe, recipe + hashLength),
    messageId: numberAt(bytes, id, idEnd),
    methods: [bytes.toString('latin1', method, methodEnd)],
    createdAt: numberAt(bytes, time, timeEnd),
    text: bytes.toString('latin1', text, text + hashLength),
  };
}

const hashLength = 64;

/* Each of these takes an offset, -1 when something before did not fit, and gives the offset behind, or -1. */

function skip(bytes: Buffer, at: number, word: Buffer): number {
  if (at < 0) return -1;
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return -1;
  return at + word.length;
}

/** Up to fifteen digits without a leading zero, so that the number is exact. */
function behindNumber(bytes: Buffer, start: number): number {
  if (start < 0 || bytes[start] === 0x30) return -1;
  let at = start;
  while (bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
  return at > start && at - start <= 15 ? at : -1;
}

/** Printable ASCII without quotes and backslashes: its JSON spelling is itself. */
function behindPlain(bytes: Buffer, start: number): number {
  if (start < 0) return -1;
  let at = start;
  for (
    let byte = bytes[at]!;
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    byte = bytes[at]!
  )
    at++;
  return at;
}

function behindHash(bytes: Buffer, start: number): number {
  if (start < 0) return -1;
  for (let at = start; at < start + hashLength; at++) {
    const byte = bytes[at]!;
    if (!((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66))) return -1;
  }
  return start + hashLength;
}

function numberAt(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + bytes[at]! - 0x30;
  return value;
}
