import { type Postings, postings, recall, searchChat } from '../../core/index.ts';
import type { Question, Sample } from './read.ts';

/** Sums of shares by name; `mean` of a name is what is reported. */
export class Tally {
  readonly #sums = new Map<string, { sum: number; count: number }>();

  add(name: string, share: number): void {
    const known = this.#sums.get(name) ?? { sum: 0, count: 0 };
    this.#sums.set(name, { sum: known.sum + share, count: known.count + 1 });
  }

  mean(name: string): number {
    const { sum, count } = this.#sums.get(name) ?? { sum: 0, count: 0 };
    return count === 0 ? 0 : Math.round((sum / count) * 10_000) / 10_000;
  }

  count(name: string): number {
    return this.#sums.get(name)?.count ?? 0;
  }
}

/** A conversation with its index, made once as a program that keeps it open would. */
export interface Prepared extends Sample {
  readonly index: Postings;
}

export function prepared(sample: Sample): Prepared {
  return { ...sample, index: postings(sample.messages) };
}

/** Tokens that automatic recall may add: the default of the setting. */
const recallTokens = 600;

/**
 * Searches every question in its own conversation. Names in the tally: `recall@k`, `recall@k category`, `neighbours@k`
 * (hits shown with one turn on each side, best first, until 2.6 k turns are shown), `shown@k`, `auto`, `auto any`,
 * `auto masked`, `tokens`. The share of a question is that of its evidence turns.
 */
export function ask(sample: Prepared, ks: readonly number[], tally: Tally): void {
  const most = Math.max(...ks);
  for (const question of sample.questions) {
    const { hits } = searchChat(sample.messages, question.text, { limit: most * 3, postings: sample.index });
    const found = hits.map(({ index }) => index);
    for (const k of ks) {
      const share = shareOf(question, new Set(found.slice(0, k)));
      tally.add(`recall@${k}`, share);
      tally.add(`recall@${k} ${question.category}`, share);
      const near = withNeighbours(found, sample, Math.floor(2.6 * k));
      tally.add(`neighbours@${k}`, shareOf(question, near));
      tally.add(`shown@${k}`, near.size);
    }
    const own = recalled(sample, question.text);
    tally.add('auto', shareOf(question, own.turns));
    tally.add('auto any', shareOf(question, own.turns) > 0 ? 1 : 0);
    tally.add('tokens', own.tokens);
    tally.add('auto masked', shareOf(question, recalled(sample, masked(question.text, sample)).turns));
  }
}

/** Asks another conversation's questions: `false` and `false masked`, 1 for each question that anything is added for. */
export function askFalsely(sample: Prepared, other: Sample, tally: Tally): void {
  for (const { text } of other.questions) {
    tally.add('false', recalled(sample, text).turns.size > 0 ? 1 : 0);
    tally.add('false masked', recalled(sample, masked(text, other)).turns.size > 0 ? 1 : 0);
  }
}

/** Milliseconds of each question's search. */
export function searchTimes({ messages, questions, index }: Prepared, limit: number): number[] {
  return questions.map(({ text }) => {
    const start = performance.now();
    searchChat(messages, text, { limit, postings: index });
    return performance.now() - start;
  });
}

/** The question with the speakers' names replaced by `they`, possessives too. */
function masked(text: string, { speakers }: Sample): string {
  return text.replace(new RegExp(`\\b(?:${speakers.join('|')})(?:['’]s)?`, 'gi'), 'they');
}

function recalled(sample: Prepared, question: string): { turns: Set<number>; tokens: number } {
  const { snippets, tokens } = recall(sample.messages, {
    ...{ question, shown: () => false, tokens: recallTokens, postings: sample.index },
  });
  return { turns: new Set(snippets.map(({ index }) => index)), tokens };
}

function withNeighbours(found: readonly number[], { messages }: Sample, room: number): Set<number> {
  const shown = new Set<number>();
  for (const index of found) {
    if (shown.has(index)) continue;
    const group = [index, index - 1, index + 1].filter(
      (one) => one >= 0 && one < messages.length && sameSitting(messages, index, one) && !shown.has(one),
    );
    if (shown.size + group.length > room) break;
    for (const one of group) shown.add(one);
  }
  return shown;
}

function sameSitting(messages: Sample['messages'], a: number, b: number): boolean {
  const gap = Date.parse(messages[a]!.createdAt) - Date.parse(messages[b]!.createdAt);
  return Math.abs(gap) < 3_600_000;
}

function shareOf({ evidence }: Question, turns: ReadonlySet<number>): number {
  return evidence.filter((turn) => turns.has(turn)).length / evidence.length;
}
