import type { Message, Role } from '../../conversation.ts';
import { wellFormed } from '../../text/hash.ts';
import { type Original, sections } from '../sections.ts';

/** What an account is made from: one message's words, and by name what tools and files were there. No tool output. */
export interface Spoken {
  readonly id: number;
  readonly role: Role;
  readonly text: string;
  /** `web_search "roof felt": completed`, `image plan.png`. */
  readonly named: readonly string[];
}

/** The words of a message as an account may see them. */
export function spoken(message: Message): Spoken {
  const texts = sections(message).flatMap((section) => (section.type === 'text' ? [section.text] : []));
  const named = message.parts.flatMap((part) => {
    if (part.type === 'tool_result') {
      const query = queryOf(message, part.id);
      return [`${part.name}${query === '' ? '' : ` ${JSON.stringify(query)}`}: ${part.status}`];
    }
    return part.type === 'image' || part.type === 'file' ? [`${part.type} ${part.name ?? part.path}`] : [];
  });
  return { id: message.id, role: message.role, text: texts.join('\n\n'), named };
}

/** What a tool was asked: the argument called query, else the first that is a text; at most 120 characters. */
export function queryOf(message: Message, callId: string): string {
  const call = message.parts.find((part) => part.type === 'tool_call' && part.id === callId);
  const args = call?.type === 'tool_call' ? call.args : undefined;
  if (typeof args !== 'object' || args === null) return '';
  const { query } = args as { query?: unknown };
  const found =
    typeof query === 'string' ? query : Object.values(args).find((value) => typeof value === 'string');
  return typeof found === 'string' ? wellFormed((found.split('\n', 1)[0] ?? '').slice(0, 120)) : '';
}

/** A stretch of a conversation as it is shown to a model, and its words alone. Both are made of messages only. */
export interface Transcript {
  readonly shown: string;
  readonly words: Original;
}

/**
 * The transcript of these messages, each under its number, long ones clipped head and tail to `clip` characters, and
 * shorter where all of them have more than `characters`; what is too much even so is the oldest, which is left out. `redact` takes secrets out of whole texts before anything is clipped.
 */
export function transcript(
  messages: readonly Spoken[],
  clip: number,
  characters: number,
  redact: (text: string) => string,
): Transcript {
  const shown: string[] = [];
  const words: string[] = [];
  const total = (most: number): number =>
    messages.reduce((sum, { text }) => sum + Math.min(text.length, most), 0);
  let most = clip;
  while (most > leastClip && total(most) > characters) most = Math.floor(most / 2);
  let room = characters;
  for (const { id, role, text, named } of messages.toReversed()) {
    if (room <= 0) break;
    const said = headAndTail(redact(text), Math.min(most, room));
    const things = named.map(redact);
    shown.push([`#${id} ${role}: ${said}`, ...things.map((thing) => `#${id} [${thing}]`)].join('\n'));
    words.push([said, ...things].join('\n'));
    room -= said.length;
  }
  return { shown: shown.reverse().join('\n\n'), words: words.reverse().join('\n\n') as Original };
}

/** Characters below which no message is clipped so that others have room. */
const leastClip = 150;

/** Two thirds of the room from the head, one third from the tail; never half a character. */
export function headAndTail(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.ceil((most * 2) / 3));
  const tail = text.slice(text.length - Math.floor(most / 3));
  return `${head.replace(/[\ud800-\udbff]$/, '')} […] ${tail.replace(/^[\udc00-\udfff]/, '')}`;
}
