import { contentStems } from '../words.ts';
import { endsInFence, outsideCode } from './code.ts';
import type { Pair, Refused } from './pair.ts';

/** Whether the finish reason lets a reply count as whole. Only the words of a normal end do: stop, end_turn, eos. */
export function finished(finish: string): Refused | undefined {
  const word = finish.trim().toLowerCase().replaceAll('-', '_');
  if (good.has(word)) return undefined;
  if (overflows.has(word))
    return { refused: 'overflow', detail: 'the request filled the window of the model' };
  if (limits.has(word)) return { refused: 'incomplete', detail: 'stopped by the output limit' };
  if (filters.has(word)) return { refused: 'refusal', detail: `stopped by a content filter (${word})` };
  if (tools.has(word)) return { refused: 'tool-call', detail: 'the reply asks for a tool' };
  return {
    refused: 'incomplete',
    detail:
      word === ''
        ? 'no finish reason'
        : `the finish reason ${JSON.stringify(word.slice(0, 60))} is not known`,
  };
}

const good: ReadonlySet<string> = new Set(['stop', 'end_turn', 'eos']);
const overflows: ReadonlySet<string> = new Set(['model_context_window_exceeded', 'context_length_exceeded']);
const limits: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'max_completion_tokens',
]);
const filters: ReadonlySet<string> = new Set([
  'content_filter',
  'refusal',
  'safety',
  'recitation',
  'prohibited_content',
]);
const tools: ReadonlySet<string> = new Set(['tool_calls', 'tool_use', 'function_call']);

/** Refuses a text that ends inside a code fence, a word or a sentence, whatever the finish reason said. */
export function completeness({ text, original }: Pair): Refused | undefined {
  if (endsInFence(text)) return { refused: 'incomplete', detail: 'a code fence is open at the end' };
  if (endsAsWritten(text, original)) return undefined;
  const plain = outsideCode(text);
  if (plain.trimEnd().length < text.length) return undefined;
  if (/[,،、，([{«„“‘–—]$/u.test(text) || /\p{L}[-‐]$/u.test(text) || /\s[&+=]$/u.test(text))
    return { refused: 'incomplete', detail: 'ends inside a sentence' };
  const word = /[\p{L}\p{M}'’]+$/u.exec(plain)?.[0].toLowerCase();
  if (word === undefined) return undefined;
  if (dangling.has(word)) return { refused: 'incomplete', detail: 'ends inside a sentence' };
  if (isTorn(word, original, isUnstopped(plain) ? Number.POSITIVE_INFINITY : longestEnding))
    return { refused: 'incomplete', detail: 'ends inside a word' };
  return undefined;
}

/** Whether the text ends with what also ends a line of the message. */
function endsAsWritten(text: string, original: string): boolean {
  const tail = text.slice(text.lastIndexOf('\n') + 1).slice(-40);
  return original.endsWith(tail) || original.includes(`${tail}\n`);
}

/** Whether the text writes full stops and yet does not end with one, and not in a list either. */
function isUnstopped(text: string): boolean {
  const last = [...text.matchAll(/[.!?…](?=["'”’»)]*\s)|[。！？।؟]/gu)].at(-1);
  if (!last) return false;
  const rest = text.slice(last.index + 1).trim();
  return rest !== '' && !/(?:^|\n\s*)(?:[-*+]|\d+[.)])\s/u.test(rest);
}

/** Letters: where full stops do not tell, a word that lacks more is perhaps the first half of a compound. */
const longestEnding = 4;

/** Whether the word is the beginning of a word of the message that lacks more than an inflection, and at most this. */
function isTorn(word: string, original: string, most: number): boolean {
  if (
    word.length < 2 ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u.test(word)
  )
    return false;
  const words = new Set(original.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? []);
  if (words.has(word)) return false;
  // a shorter inflection of a word of the message ("fail" of "failed") shares its stem; a torn word is shorter still
  const inflection = word.length >= 5 && new Set(contentStems(original)).has(word.slice(0, 5)) ? 3 : 2;
  return [...words].some((whole) => {
    const lacks = whole.length - word.length;
    return whole.startsWith(word) && lacks > inflection && lacks <= most;
  });
}

/** Words that no sentence ends with. */
const dangling: ReadonlySet<string> = new Set(
  `the a an and or of to for with from because which that's into at by as than if when while until und oder der dem den weil dass
  für von zum zur ein eine einen le la les des du et ou parce que dans pour avec el los las y o porque para con em e ou da do
  das dos porque gli della perché и или но в на с для что чтобы потому`.split(/\s+/u),
);
