import type { Role } from '../conversation.ts';
import { wellFormed } from '../text/hash.ts';

/**
 * What stands beside the words of a message, as short lines in square brackets. They ride inside user text only: a
 * model that never sees itself write such a line does not begin to. What a stranger wrote stands in them as one JSON
 * string without `<` and without any line break, so that it can neither close a record nor begin a line.
 */

/** `[2747 20261102T0815 shortened]`: number, date and time (UTC, ISO 8601 basic), and what is special about it. */
export function header(message: HeaderOf): string {
  const time = isoDate.exec(message.createdAt);
  const date = time === null ? '' : ` ${time[1]}${time[2]}${time[3]}T${time[4]}${time[5]}`;
  const role = message.role === 'system' ? ' system' : '';
  return `[${message.messageId}${date}${role}${message.shortened ? ' shortened' : ''}${message.incomplete ? ' incomplete' : ''}]`;
}

export interface HeaderOf {
  readonly messageId: number;
  readonly role: Role;
  readonly createdAt: string;
  readonly shortened: boolean;
  readonly incomplete: boolean;
}

/**
 * `[message:2747:result:call-1 read_file {"path":"f"} completed] "output"`; without output only the address. Beside the
 * tool's name, which counts as words, and what went in and came out it takes at most 16 tokens, whatever the ids.
 */
export function resultRecord(result: ResultOf): string {
  const args = result.args === undefined || result.args === '' ? '' : ` ${result.args}`;
  const output = result.output === undefined ? '' : ` ${result.output}`;
  return `[${plain(result.address, 200)} ${plain(result.name, 64)}${args} ${plain(result.status, 24)}]${output}`;
}

export interface ResultOf {
  /** By which `read_tool_result` finds it (`shownAddress`). */
  readonly address: string;
  readonly name: string;
  readonly status: string;
  /** Canonical JSON, perhaps clipped. */
  readonly args?: string;
  /** A JSON string made by `quoted`. */
  readonly output?: string;
}

/** A call that has no result beside it: never said to have worked. */
export function callRecord(call: { readonly name: string; readonly args?: string }): string {
  const args = call.args === undefined || call.args === '' ? '' : ` ${call.args}`;
  return `[call ${plain(call.name, 64)}${args}: no result in this message]`;
}

/** `exact words kept: retries: 3 · config.json`: the anchors of a short form on one line. */
export function anchorsLine(anchors: readonly string[]): string {
  return `exact words kept: ${anchors.join(' · ')}`;
}

/** `[image "bird.png" image/png in message 7]` */
export function attachmentRecord(part: AttachmentOf, messageId: number): string {
  const name = part.name === undefined || part.name === '' ? part.path : part.name;
  return `[${part.type} ${quoted(name.slice(0, 200))} ${plain(part.mediaType, 64)} in message ${messageId}]`;
}

export interface AttachmentOf {
  readonly type: 'image' | 'file';
  readonly name?: string;
  readonly path: string;
  readonly mediaType: string;
}

/** A text as one JSON string on one line, with nothing in it that could close a tag. */
export function quoted(text: string): string {
  return closed(JSON.stringify(wellFormed(text)));
}

/** JSON made harmless inside a record: the same value, no `<`, no separator that some readers take for a line end. */
export function closed(json: string): string {
  return json.replace(
    /[<\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** ISO 8601 in UTC as this product writes it; what a stranger's file has instead is not repeated. */
const isoDate = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;

/** A name as it stands when it is an ordinary one, else as a JSON string; at most `most` characters. */
function plain(name: string, most: number): string {
  return name.length <= most && /^[\w.:|/#@-]+$/.test(name) ? name : quoted(name.slice(0, most));
}
