import { cleaned } from '../accept/clean.ts';
import { completeness, finished } from '../accept/complete.ts';
import { isEndpointError } from '../accept/endpoint.ts';
import { inOtherLanguage } from '../accept/language.ts';
import { markup, toolCall } from '../accept/markup.ts';
import { inventedNumber } from '../accept/numbers.ts';
import type { Pair, Refused } from '../accept/pair.ts';
import { asksBack, refuses } from '../accept/refusal.ts';
import { loops } from '../accept/repetition.ts';
import type { Original } from '../sections.ts';
import type { Reply } from '../verdict.ts';
import { contentStems } from '../words.ts';
import { bulletsOf } from './bullets.ts';
import { type AccountKind, bulletRules } from './rules.ts';

/** The stretch a reply is about. */
export interface Asked {
  readonly kind: AccountKind;
  /** What the model was shown, without the numbers of the messages. */
  readonly words: Original;
  readonly ids: readonly number[];
  readonly exchanges: number;
}

/**
 * Judges a reply as a piece of an account: its text as it is stored, or why it is none. It must have ended by itself,
 * be no refusal, question back, tool call or sentence of a server, and hold no number that was not said; bullets must
 * be about messages of the stretch and tell of at least half of its exchanges.
 */
export function judgeAccount(
  { kind, words, ids, exchanges }: Asked,
  reply: Reply,
): { readonly text: string } | Refused {
  if (reply.toolCalls) return { refused: 'tool-call', detail: 'the reply asks for a tool' };
  const clean = cleaned(reply.text, words);
  if ('refused' in clean) return clean;
  const { text } = clean;
  const pair = pairOf(words, text, ids);
  if (isEndpointError(pair, reply.finish))
    return { refused: 'endpoint', detail: 'the reply is an error of the endpoint' };
  const stopped = finished(reply.finish);
  if (stopped) return stopped;
  if (!/[\p{L}\p{N}]/u.test(text)) return { refused: 'empty', detail: 'the reply has no words' };
  const torn = completeness({ ...pair, text });
  if (torn) return torn;
  for (const rule of rules) {
    const refused = rule(pair);
    if (refused) return refused;
  }
  if (kind !== 'bullets') return { text: text.replace(/\n+(?=\[#)/g, ' ').replace(/\n{3,}/g, '\n\n') };
  return bullets(text, ids, exchanges);
}

/** Which reasons the pair is judged by; the numbers of messages are taken out of the reply first. */
const rules: readonly ((pair: Pair) => Refused | undefined)[] = [
  toolCall,
  markup,
  loops,
  refuses,
  asksBack,
  inOtherLanguage,
  inventedNumber,
];

function pairOf(original: Original, reply: string, ids: readonly number[]): Pair {
  const known = new Set(ids.map(String));
  const text = reply
    .replace(/[([]?#(\d+)(?:\s*[-–,]\s*#?(\d+))*[)\]]?/g, (all) => withoutKnown(all, known))
    .replace(/\[(\d+)\](?!\()/g, (all) => withoutKnown(all, known))
    .replace(/\bmessages? \d+(?:\s*(?:[-–,]|to|and)\s*\d+)*/gi, (all) => withoutKnown(all, known));
  return {
    original,
    text,
    role: 'user',
    originalWords: new Set(contentStems(original)),
    words: contentStems(text),
  };
}

/** A mention of messages of the stretch is no number of its own; one of other messages stays and is judged. */
function withoutKnown(mention: string, known: ReadonlySet<string>): string {
  return (mention.match(/\d+/g) ?? []).every((number) => known.has(number)) ? '' : mention;
}

function bullets(
  text: string,
  ids: readonly number[],
  exchanges: number,
): { readonly text: string } | Refused {
  const found = bulletsOf(text);
  if (found.length === 0) return { refused: 'incomplete', detail: 'the reply has no bullets' };
  if (found.length * 2 < exchanges)
    return { refused: 'incomplete', detail: `${found.length} bullets for ${exchanges} exchanges` };
  const only = exchanges === 1 ? ids[0] : undefined;
  const lines: string[] = [];
  for (const bullet of found) {
    const id = bullet.id ?? only;
    if (id === undefined)
      return { refused: 'incomplete', detail: 'a bullet without the number of its message' };
    if (!ids.includes(id))
      return { refused: 'changed-number', detail: 'a bullet about a message that was not shown' };
    if (bullet.text.length > bulletRules.line)
      return { refused: 'not-shorter', detail: `a bullet of more than ${bulletRules.line} characters` };
    lines.push(`- (#${id}) ${bullet.text}`);
  }
  return { text: lines.join('\n') };
}
