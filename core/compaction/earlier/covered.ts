import type { Message } from '../../conversation.ts';
import { wellFormed } from '../../text/hash.ts';
import { redact } from '../../text/redact.ts';
import { resultId } from '../marker.ts';
import { mostCovered } from './rules.ts';
import { queryOf, spoken } from './spoken.ts';

/** Characters from which a person's text counts as a paste. */
const paste = 1000;

/** What an account covers beside words, by code: long pastes, tool results, pictures and files; the newest 200. */
export function covered(messages: readonly Message[]): readonly unknown[] {
  return messages.flatMap((message) => [...pastes(message), ...things(message)]).slice(-mostCovered);
}

function pastes(message: Message): object[] {
  const { text } = spoken(message);
  if (message.role !== 'user' || text.length < paste) return [];
  return [{ id: message.id, kind: 'paste', chars: text.length, first: firstLine(text) }];
}

function things(message: Message): object[] {
  const { id, parts } = message;
  const seen = new Map<string, number>();
  return parts.flatMap((part): object[] => {
    if (part.type === 'image' || part.type === 'file')
      return [{ id, kind: part.type, name: part.name ?? part.path }];
    if (part.type !== 'tool_result') return [];
    const count = (seen.get(part.id) ?? 0) + 1;
    seen.set(part.id, count);
    const query = redact(queryOf(message, part.id)).text;
    const asked = query === '' ? {} : { query };
    return [{ id, kind: 'result', tool: part.name, ...asked, result_id: resultId(id, part.id, count) }];
  });
}

/** The first line of what was pasted: behind the first code fence where there is one. */
function firstLine(text: string): string {
  const fenced = /^(?:`{3,}|~{3,}).*\n\s*(.+)/m.exec(text)?.[1];
  const line = fenced ?? text.split('\n').find((each) => each.trim() !== '') ?? '';
  return wellFormed(redact(line.trim()).text.slice(0, 80));
}
