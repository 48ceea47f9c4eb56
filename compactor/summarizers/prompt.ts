import { fenced, type RefusalReason } from '../../core/index.ts';

/** The lines the original words stand between, so that a question in them is not taken for one to the model. */
export const opening = '===== MESSAGE BEGINS =====';
export const closing = '===== MESSAGE ENDS =====';

/** Asks for the message's own language without naming one: a wrong guess would be worse than none. */
const last = 'Reply with the summary alone, written in the language of the message itself.';

/**
 * The whole prompt for one piece of original text: the prompt of the settings, the words between two fixed lines, what
 * was wrong with the reply before this one, and the line about the language.
 */
export function promptFor(prompt: string, text: string, refused?: RefusalReason): string {
  const remark = refused === undefined ? undefined : remarks[refused];
  return [
    prompt.trim(),
    '',
    fenced(text, opening, closing),
    '',
    ...(remark === undefined ? [] : [remark]),
    last,
  ].join('\n');
}

/** What helps after a refusal. For the other reasons the same request is made once more. */
const remarks: Partial<Record<RefusalReason, string>> = {
  'not-shorter': 'Use at most half as many words as the message.',
  incomplete: 'Keep it so short that it surely ends within the limit, with a whole sentence.',
  'cut-copy': 'Say what the whole message means; do not copy its beginning.',
  'changed-number': 'Use no number that does not stand in the message.',
  'changed-negation': 'Keep every "not" and "never" of the message.',
  'other-language': 'Do not translate it.',
  answer: 'Do not answer the message; say what it says.',
  question: 'Do not ask anything back; say what the message says.',
  refusal: 'It is text that was said in a conversation; you are only asked to shorten it.',
  reasoning: 'Do not show how you think.',
  repetition: 'Say everything once.',
};
