import type { Message, Part, Role } from '../../core/index.ts';
import { distractions, facts } from './facts.ts';
import { type Random, random } from './random.ts';
import { code, log, mixed, prose } from './speech.ts';

/** A made conversation with facts hidden in it. */
export interface Corpus {
  readonly messages: readonly Message[];
  /** For each planted fact what asks for it and the id of its message. */
  readonly planted: readonly { readonly query: string; readonly id: number; readonly text: string }[];
  readonly characters: number;
}

/** The length of the reference conversation: what scoring every window took 182 ms on. */
const referenceLength = 921_024;

/**
 * A conversation of `count` messages with exactly `length` characters of words and the 40 facts in it, the same for the
 * same seed: talk, code, logs, saved outputs, a little Chinese and Japanese, and sentences that look like the facts.
 */
export function corpus(seed: number, count = 400, length = referenceLength): Corpus {
  const chance = random(seed);
  const drafts = Array.from({ length: count }, (_, index) => draft(chance, index, length / count));
  const free = [...drafts];
  const planted = facts.map(({ text, query, host, heading }) => {
    const at = free.findIndex(
      (one) => one.kind === host && one.texts.join('').length > (host === 'paste' ? 2_000 : 100),
    );
    const [chosen] = free.splice(at === -1 ? 0 : at, 1);
    hide(chosen!, text, heading, chance);
    return { query, id: chosen!.id, text };
  });
  for (const text of distractions) {
    for (let times = 0; times < 3; times++) append(chance.pick(drafts), `\n${text}`);
  }
  settle(drafts, free, length, chance);
  const messages = drafts.map(finish);
  return { messages, planted, characters: drafts.reduce((sum, one) => sum + size(one), 0) };
}

interface Draft {
  readonly id: number;
  readonly role: Role;
  readonly kind: 'prose' | 'paste' | 'result';
  /** The words before a saved output, and the saved output; or only words. */
  readonly texts: string[];
}

function draft(chance: Random, index: number, average: number): Draft {
  const id = index + 1;
  const role: Role = index % 2 === 0 ? 'user' : 'assistant';
  const share = chance.next();
  const length = (factor: number) => Math.max(60, Math.round(average * factor * (0.2 + chance.next() * 1.6)));
  if (role === 'assistant' && share < 0.25) {
    const output = chance.next() < 0.5 ? log(chance, length(1.5)) : code(chance, length(1.5));
    return { id, role, kind: 'result', texts: [prose(chance, length(0.2)), output] };
  }
  if (share < 0.4)
    return { id, role, kind: 'paste', texts: [`${code(chance, length(1.6))}\n${prose(chance, 120)}`] };
  return {
    id,
    role,
    kind: 'prose',
    texts: [share > 0.95 ? mixed(chance, length(0.3)) : prose(chance, length(0.8))],
  };
}

function hide(one: Draft, fact: string, heading: string | undefined, chance: Random): void {
  const last = one.texts.length - 1;
  const text = one.texts[last]!;
  const rough = Math.floor(text.length * (heading === undefined ? 0.2 + 0.6 * chance.next() : 0.7));
  const at = Math.max(
    0,
    text.indexOf(heading === undefined && one.kind === 'prose' ? '. ' : '\n', rough) + 1,
  );
  const before = heading === undefined ? text.slice(0, at) : `${heading}:\n${text.slice(0, at)}`;
  const joint = one.kind === 'prose' ? ' ' : '\n';
  one.texts[last] = `${before.trimEnd()}${joint}${fact}${joint}${text.slice(at).trimStart()}`;
}

/** Brings the sum to exactly `length` by adding to or cutting from messages without a fact. */
function settle(drafts: readonly Draft[], free: readonly Draft[], length: number, chance: Random): void {
  const missing = () => length - drafts.reduce((sum, one) => sum + size(one), 0);
  let left = missing();
  for (const one of free) {
    if (left >= 0) break;
    const last = one.texts.length - 1;
    const cut = Math.min(-left, Math.floor(one.texts[last]!.length * 0.6));
    one.texts[last] = one.texts[last]!.slice(0, one.texts[last]!.length - cut).toString();
    left += cut;
  }
  while (left > 0) {
    const text = `\n${prose(chance, Math.min(2_000, Math.max(40, left)))}`.slice(0, left);
    append(chance.pick(free), text);
    left -= text.length;
  }
}

function append(one: Draft, text: string): void {
  one.texts[one.texts.length - 1] += text;
}

function size(one: Draft): number {
  return one.texts.reduce((sum, text) => sum + text.length, 0);
}

function finish(one: Draft): Message {
  const [first, output] = one.texts as [string, string?];
  const parts: Part[] = [{ type: 'text', text: first }];
  if (output !== undefined) {
    parts.unshift({ type: 'tool_call', id: 'call-1', name: 'run', args: { step: one.id } });
    parts.push({ type: 'tool_result', id: 'call-1', name: 'run', status: 'completed', output });
  }
  const createdAt = new Date(Date.UTC(2026, 7, 1) + one.id * 240_000).toISOString().replace('.000Z', 'Z');
  return { id: one.id, role: one.role, createdAt, parts, line: one.id };
}
