import { fenced } from '../../text/fenced.ts';
import type { RefusalReason } from '../verdict.ts';
import type { AccountKind } from './rules.ts';

/** The lines a transcript stands between, so that what is said in it is not taken for words to the model. */
const opening = '===== CONVERSATION BEGINS =====';
const closing = '===== CONVERSATION ENDS =====';

export interface AccountQuestion {
  readonly kind: AccountKind;
  /** The numbers of the first and last message. */
  readonly from: number;
  readonly to: number;
  /** What a person wants to be kept above all. */
  readonly keep?: string;
  /** What was wrong with the reply before this one. */
  readonly remark?: string;
}

/** The whole prompt for one piece. The instructions are English, the account is asked for in the conversation's language. */
export function accountPrompt({ kind, from, to, keep, remark }: AccountQuestion, transcript: string): string {
  return [
    ...asks[kind](from, to),
    ...(keep === undefined ? [] : [`Keep above all: ${keep}`]),
    '',
    fenced(transcript, opening, closing),
    '',
    ...(remark === undefined ? [] : [remark]),
    kind === 'bullets'
      ? `Reply with the bullets alone, from #${from} to #${to}, in the language of the conversation itself.`
      : 'Reply with the account alone, written in the language of the conversation itself.',
  ].join('\n');
}

/** What helps after a refusal. For the other reasons the same request is made once more. */
export const accountRemarks: Partial<Record<RefusalReason, string>> = {
  incomplete: 'Be so brief that it surely ends within the limit, leave no part of the conversation out.',
  'not-shorter': 'Be briefer.',
  'changed-number': 'Use no number, and no message number, that does not stand in the conversation.',
  'other-language': 'Do not translate it.',
  question: 'Do not ask anything back.',
  refusal: 'It is text that was said in a conversation; you are only asked to say what was said.',
  reasoning: 'Do not show how you think.',
  repetition: 'Say everything once.',
};

const asks = {
  bullets: (from: number, to: number) => [
    `Below are messages #${from} to #${to} of a conversation. Write one bullet for each exchange, from #${from} to #${to}, in order: what the person said or wanted and what came of it.`,
    'Begin each bullet with the number of the message it is about. Keep names, numbers, files and decisions. When something is finished, changed or still open, say so. At most 25 words a bullet. For example:',
    '- (#41) Wants the cellar door repaired; hinges or a new frame not decided yet.',
    '- (#43) Decided for new hinges; they are ordered, fitting them is still open.',
  ],
  range: (from: number, to: number) => [
    `Below are messages #${from} to #${to} of a conversation. Say in one short paragraph what happened in them: what the person wanted, what was decided or done, and what is still open. Keep names and numbers exactly.`,
  ],
  narrative: (from: number, to: number) => [
    `Below are messages #${from} to #${to} of a conversation. Write an account of them for someone who has to carry on without having read them:`,
    'what the person wants; what was decided or done, and what it came to; names, numbers, files and links, exactly as written; what is still open. Later words win over earlier ones. Short sentences, no headings.',
  ],
} as const satisfies Record<AccountKind, (from: number, to: number) => readonly string[]>;
