import type { Means } from './budget.ts';
import type { Corrections } from './usage.ts';

/** What replies taught about one model at one endpoint; true until its server changes. Plain JSON, kept by the caller. */
export interface Learned {
  /** The window that the server told when it was asked, in tokens. */
  readonly told?: number;
  /** The smallest window that a refusal named, in tokens; it only narrows. */
  readonly named?: number;
  /** The largest prompt that was answered, in the server's own count. */
  readonly answered?: number;
  /** Fields of a request that the server refuses. */
  readonly omit?: readonly string[];
  /** It refuses the optional `name` of a message. */
  readonly nameless?: true;
  /** It refuses system messages in the middle, or roles that do not alternate. */
  readonly dialect?: 'openai';
  readonly corrections?: Corrections;
  /** The last prompt that it cut without saying so. */
  readonly cut?: Cut;
}

/** A prompt that a server most likely cut: tokens by the estimate, tokens that it counted, and when (ISO 8601). */
export interface Cut {
  readonly sent: number;
  readonly counted: number;
  readonly at: string;
}

/** What is known of the model's window, as a budget takes it. */
export function windowMeans({ told, named }: Learned): Pick<Means, 'server' | 'learned'> {
  return {
    ...(told === undefined ? {} : { server: told }),
    ...(named === undefined ? {} : { learned: named }),
  };
}

/** The same with a window that a refusal named; a larger one than was named before changes nothing. */
export function withNamed(learned: Learned, window: number | undefined): Learned {
  if (window === undefined) return learned;
  return { ...learned, named: Math.min(learned.named ?? window, window) };
}

/**
 * The same with the window that the server told just now. Where that is another than before, the server was started
 * anew: what was learned about the old window goes.
 */
export function withTold(learned: Learned, told: number): Learned {
  if (learned.told === told) return learned;
  const { named: _, answered: __, cut: ___, ...rest } = learned;
  return { ...(learned.told === undefined ? learned : rest), told };
}

/** The same with a prompt that was cut. */
export function withCut(learned: Learned, cut: Cut): Learned {
  return { ...learned, cut };
}

/**
 * The same after a request that the server counted in full. Its alarm goes where that request was larger than what the
 * server had counted of the one it cut, or where `window` (that requests are now made for) leaves no room for such.
 */
export function withCounted(learned: Learned, counted: number, window = Number.POSITIVE_INFINITY): Learned {
  const { cut, ...rest } = learned;
  const answered = Math.max(learned.answered ?? 0, counted);
  if (cut === undefined) return { ...rest, answered };
  return counted > cut.counted || window <= cut.sent ? { ...rest, answered } : { ...learned, answered };
}
