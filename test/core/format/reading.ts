import type { Message } from '../../../core/conversation.ts';
import { parse } from '../../../core/format/parse.ts';

export { plain } from './arbitrary.ts';

/** The texts of a message's text parts. */
export function texts(message: Message): string[] {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** A chat file of these lines, `@name` standing for a marker line. */
export function file(...lines: string[]): Buffer {
  return Buffer.from(`${lines.map((line) => line.replace(/^@([\w-]+)/, '<!-- clara:$1 -->')).join('\n')}\n`);
}

/** Code and line of each problem, `code:line`. */
export function troubles(bytes: Uint8Array): string[] {
  return parse(bytes).problems.map(({ code, line }) => `${code}:${line}`);
}

/** Header line of a simple message. */
export function simple(id: number, role = 'user'): string {
  return JSON.stringify({ id, role, version: 2, simple: true });
}
