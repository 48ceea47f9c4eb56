import { canonicalJson, sha256 } from '../../text/hash.ts';

/** The kinds of accounts of what left the window (PRODUCT 1). */
export type AccountKind = 'bullets' | 'range' | 'narrative';

/** The numbers that accounts are made by, under the names that settings have for them in their group `earlier`. */
export interface AccountNumbers {
  /** Milliseconds for one piece, the second request after a refusal included. */
  readonly timeout: number;
  /** New messages after which an account that failed is tried again. */
  readonly retry_after: number;
  /** Folding also happens at so many messages, or bytes of the file, that no account covers, whatever the window. */
  readonly fold_messages: number;
  readonly fold_bytes: number;
  /** Characters of all bullets together; the oldest go. */
  readonly bullets_characters: number;
  /** Tokens of one reply with bullets. */
  readonly bullets_max_tokens: number;
  /** No row of a chain is made below so many tokens, or so many new messages. */
  readonly range_min_tokens: number;
  readonly range_min_messages: number;
  /** The last row is extended while what it tells of has fewer tokens. */
  readonly range_row_tokens: number;
  readonly range_temperature: number;
  /** Tokens of one row. */
  readonly range_max_tokens: number;
  /** Characters of a row's messages that are sent, the newest. */
  readonly range_characters: number;
  /** Characters of the messages of one piece. */
  readonly narrative_characters: number;
}

/** The numbers where nobody sets others. */
export const accountNumbers: AccountNumbers = {
  timeout: 120_000,
  retry_after: 6,
  fold_messages: 600,
  fold_bytes: 8_000_000,
  bullets_characters: 2000,
  bullets_max_tokens: 300,
  range_min_tokens: 200,
  range_min_messages: 5,
  range_row_tokens: 800,
  range_temperature: 0.2,
  range_max_tokens: 500,
  range_characters: 3000,
  narrative_characters: 24_000,
};

/** What one call is made by. */
export interface CallRules {
  /** Tokens that the reply may have. */
  readonly tokens: number;
  readonly temperature: number;
  /** Characters of one message that are sent, head and tail. */
  readonly clip: number;
  /** Characters of one piece. */
  readonly characters: number;
}

/** How a model is asked for one piece of an account. */
export function callRules(kind: AccountKind, numbers: AccountNumbers = accountNumbers): CallRules {
  if (kind === 'bullets')
    return { tokens: numbers.bullets_max_tokens, temperature: 0, clip: 1200, characters: 12_000 };
  if (kind === 'range') {
    const {
      range_max_tokens: tokens,
      range_temperature: temperature,
      range_characters: characters,
    } = numbers;
    return { tokens, temperature, clip: 1500, characters };
  }
  const characters = numbers.narrative_characters;
  return { tokens: 600, temperature: 0, clip: characters, characters };
}

/** Bullets: exchanges of one call, characters of one bullet. */
export const bulletRules = { exchanges: 6, line: 400 } as const;

/** Exchanges that bullets tell of at most when they begin: as many as there is room for, up to whole calls. */
export function newestExchanges({ bullets_characters }: AccountNumbers): number {
  const { exchanges } = bulletRules;
  return exchanges * Math.ceil((bullets_characters * shortBullets) / 1000 / exchanges);
}

/** Short bullets in 1,000 characters. */
const shortBullets = 18;

/** Pieces after which what is ready is written, so that nothing waits for a long account. */
export const piecesTogether = 6;

/** Entries of the covered list; the oldest go. */
export const mostCovered = 200;

/** Rises when prompts, cutting or clipping change: accounts are then made again. */
const version = 1;

/** The numbers that decide the words of each kind, or which messages one piece tells of. */
const deciding = {
  bullets: ['bullets_characters', 'bullets_max_tokens'],
  range: [
    'range_min_tokens',
    'range_row_tokens',
    'range_temperature',
    'range_max_tokens',
    'range_characters',
  ],
  narrative: ['narrative_characters'],
} as const satisfies Record<AccountKind, readonly (keyof AccountNumbers)[]>;

/**
 * Says how the words of an account came about: SHA-256 of the canonical JSON of kind, model, thinking, version, and
 * those of the kind's numbers that are not the defaults. Numbers that only say when something is made are not in it.
 */
export function accountRecipe(
  kind: AccountKind,
  model: string,
  thinking: boolean,
  numbers: AccountNumbers = accountNumbers,
): string {
  const set = deciding[kind].filter((name) => numbers[name] !== accountNumbers[name]);
  const own = set.length === 0 ? undefined : Object.fromEntries(set.map((name) => [name, numbers[name]]));
  return sha256(canonicalJson({ account: kind, method: 'model', model, thinking, version, numbers: own }));
}
