import type { Role } from '../../conversation.ts';
import { sentences } from '../../text/sentences.ts';
import type { Original } from '../sections.ts';
import type { Reply } from '../verdict.ts';
import { contentStems } from '../words.ts';
import { answers } from './answer.ts';
import { cleaned } from './clean.ts';
import { completeness, finished } from './complete.ts';
import { isCutCopy } from './copy.ts';
import { isEndpointError } from './endpoint.ts';
import { inOtherLanguage } from './language.ts';
import { markup, toolCall } from './markup.ts';
import { turnedNegation } from './negation.ts';
import { inventedNumber } from './numbers.ts';
import type { Pair, Refused } from './pair.ts';
import { asksBack, refuses } from './refusal.ts';
import { loops } from './repetition.ts';

/**
 * Judges one reply by itself: the text to keep, cleaned of a closed reasoning block and of wrapping, or the first
 * reason that holds. Whether the whole is short enough is judged over all sections, in `accept`.
 */
export function judge(original: Original, reply: Reply, role: Role): { readonly text: string } | Refused {
  if (reply.toolCalls) return { refused: 'tool-call', detail: 'the reply asks for a tool' };
  const clean = cleaned(reply.text, original);
  if ('refused' in clean) return clean;
  const { text } = clean;
  const pair: Pair = {
    original,
    text,
    role,
    originalWords: new Set(contentStems(original)),
    words: contentStems(text),
  };
  // an endpoint's sentence comes with any finish reason, and is temporary: it is looked for before all else
  if (isEndpointError(pair, reply.finish))
    return { refused: 'endpoint', detail: 'the reply is an error of the endpoint' };
  const stopped = finished(reply.finish);
  if (stopped) return stopped;
  if (!/[\p{L}\p{N}]/u.test(text)) return { refused: 'empty', detail: 'the reply has no words' };
  for (const rule of isLifted(pair) ? formRules : rules) {
    const refused = rule(pair);
    if (refused) return refused;
  }
  return { text };
}

/** Whether the reply is nothing but lines and sentences of the message: then only its form needs judgement. */
function isLifted({ text, original }: Pair): boolean {
  const isIn = (words: string): boolean => original.includes(words) || !/[\p{L}\p{N}]/u.test(words);
  return text.split('\n').every((line) => isIn(line.trim()) || sentences(line).every(isIn));
}

type Rule = (pair: Pair) => Refused | undefined;
const formRules: readonly Rule[] = [toolCall, markup, isCutCopy, completeness];
const rules: readonly Rule[] = [
  ...formRules,
  loops,
  refuses,
  asksBack,
  inOtherLanguage,
  inventedNumber,
  turnedNegation,
  answers,
];
