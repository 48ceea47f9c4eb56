import type { Place } from '../search/places.ts';

/** What a search found, best first. */
export interface SearchPage {
  readonly query: string;
  /** Whether one chat was searched, or all of a vault: then each hit names its chat. */
  readonly scope: 'chat' | 'vault';
  /** How many messages have anything of the query. */
  readonly total: number;
  /** Words that stand nowhere, and what they were taken for. */
  readonly corrections: readonly { readonly from: string; readonly to: string }[];
  readonly hits: readonly SearchHit[];
}

export interface SearchHit {
  readonly session_id: string;
  readonly path?: string;
  readonly title?: string;
  readonly id: number;
  readonly role: string;
  readonly created_at: string;
  readonly score: number;
  readonly places: readonly SearchPlace[];
  /** The neighbours' first lines. */
  readonly before?: Neighbour;
  readonly after?: Neighbour;
}

export interface SearchPlace extends Place {
  /** Where the words are a saved output's. */
  readonly result_id?: string;
}

export interface Neighbour {
  readonly id: number;
  readonly role: string;
  readonly line: string;
}
