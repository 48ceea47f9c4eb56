import {
  type AccountKind,
  type AccountNumbers,
  hasWords,
  labelled,
  type Message,
  pieceSource,
  quoteStretch,
  spoken,
} from '../core/index.ts';
import type { Vault } from '../vault/index.ts';
import type { AccountOutcome, AccountTask } from './account-task.ts';
import type { Asking } from './asking.ts';
import type { Clock } from './clock.ts';
import { failure } from './model/failure.ts';
import type { Pool } from './pool.ts';
import type { Lost } from './task.ts';

export interface PieceOptions {
  readonly vault: Vault;
  readonly asking: Asking;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly kind: AccountKind;
  readonly recipe: string;
  readonly numbers: AccountNumbers;
  /** The stretch was refused before: it is told by code when it is refused again. */
  readonly refusedBefore: boolean;
  /** What a person wants to be kept above all; then no piece that was made before is taken. */
  readonly keep?: string;
}

/** The words of one piece and who told them; why there are none; undefined when it was canceled. */
export type Piece =
  | { readonly source: string; readonly text: string; readonly methods: readonly string[] }
  | { readonly why: string; readonly detail: string; readonly reply: 'refused' | 'none' | 'not-asked' }
  | undefined;

/**
 * Tells one stretch: as it was told before for the same words, else by the model. A stretch without words, and one
 * whose replies were refused in two tries, is told by code, so that no stretch stops what follows it. Rejects when the
 * cache cannot be written.
 */
export async function piece(
  options: PieceOptions,
  stretch: readonly Message[],
  signal: AbortSignal,
): Promise<Piece> {
  const { vault, kind, recipe, keep, refusedBefore } = options;
  const source = pieceSource(stretch);
  const label = (text: string): string => (kind === 'bullets' ? text : labelled(stretch, text));
  const known = keep === undefined ? vault.cache.summary(source, recipe) : undefined;
  if (known !== undefined)
    return { source, text: label(known.segments[0]?.text ?? ''), methods: known.methods };
  const messages = stretch.map(spoken);
  const byCode = { source, text: label(quoteStretch(messages)), methods: ['extractive'] };
  if (!hasWords(messages)) return byCode;
  const told = await ask(options, messages, signal);
  if (told === undefined) return undefined;
  if ('why' in told) return told;
  if ('text' in told) {
    await keepText(options, source, stretch, told.text);
    return { source, text: label(told.text), methods: ['model'] };
  }
  return refusedBefore ? byCode : { why: told.refused, detail: told.detail, reply: 'refused' };
}

type Told =
  | { readonly text: string }
  | { readonly refused: string; readonly detail: string }
  | { readonly why: string; readonly detail: string; readonly reply: 'none' | 'not-asked' }
  | undefined;

async function ask(
  { asking, pool, vault, kind, keep, numbers }: PieceOptions,
  messages: AccountTask['messages'],
  signal: AbortSignal,
): Promise<Told> {
  await asking.open(signal);
  if (signal.aborted) return undefined;
  if (asking.givenUp !== undefined)
    return { why: 'endpoint', detail: asking.givenUp.text, reply: 'not-asked' };
  const { thinking } = vault.settings.compactor;
  const wish = keep === undefined ? {} : { keep };
  const task = {
    account: kind,
    messages,
    thinking,
    numbers,
    limit: numbers.timeout,
    asking: asking.asking,
    ...wish,
  };
  const outcome = await pool.run(task, signal);
  return signal.aborted ? undefined : settled(outcome, asking);
}

/** What an outcome says of the endpoint goes to `asking`; the rest is about the stretch. */
function settled(outcome: AccountOutcome | Lost, asking: Asking): Told {
  if ('lost' in outcome) return { why: outcome.lost, detail: outcome.text, reply: 'none' };
  const { known } = outcome;
  const trouble =
    'failure' in outcome
      ? outcome.failure
      : 'refused' in outcome && outcome.refused === 'endpoint'
        ? failure('server', outcome.detail)
        : undefined;
  if (trouble?.kind === 'canceled') return undefined;
  if (trouble !== undefined) {
    asking.failed(trouble, known);
    return { why: 'endpoint', detail: trouble.text, reply: 'none' };
  }
  asking.succeeded(known);
  return outcome as Told;
}

/** In the cache a piece of an account stands like a short form: by what it was made from and how. */
async function keepText(
  { vault, recipe, clock }: PieceOptions,
  source: string,
  stretch: readonly Message[],
  text: string,
): Promise<void> {
  await vault.cache.keepSummary({
    version: 1,
    source,
    recipe,
    messageId: stretch[0]?.id ?? 0,
    methods: ['model'],
    createdAt: clock.wall(),
    text: '',
    segments: [{ type: 'text', text }],
  });
}
