import type { Role } from '../conversation.ts';
import type { Limits } from './limits.ts';
import type { Piece } from './piece.ts';
import type { Room } from './room.ts';
import type { Borders } from './view.ts';

/** How a message stands in a request (PRODUCT, table of forms). */
export type Form = 'verbatim' | 'short' | 'shortened' | 'outline' | 'waiting' | 'left';

/** One message and what became of it. */
export interface Slot {
  readonly messageId: number;
  readonly role: Role;
  /** As written in the file. */
  readonly createdAt: string;
  readonly form: Form;
  /** A sentence for people. */
  readonly why: string;
  /** What it takes in the history, by the estimate. */
  readonly tokens: number;
  /** Whether all its words and tool outputs are shown as they are. */
  readonly whole: boolean;
  /** SHA-256 of what is shown of it; '' when it left. Equal hashes mean equal bytes in the request. */
  readonly hash: string;
  /** What is shown, in order; none when it left. An outline line is one text. */
  readonly pieces: readonly Piece[];
  /** The message has not ended: a reply being streamed, or a torn copy. */
  readonly open?: boolean;
  /** How often the room of its tool outputs was halved because the answer they belong to grew too long; 0 when missing. */
  readonly rung?: number;
}

/** What the model sees of the history, message by message; the request is written from this alone. */
export interface Window {
  readonly sessionId: string;
  readonly limits: Limits;
  /** Every message of the chat, oldest first, the draft as the newest. */
  readonly slots: readonly Slot[];
  readonly borders: Borders;
  /** What the texts of one message may take. */
  readonly room: Room;
  /** What the history takes, at most `limits.budget` unless the newest exchange alone is larger. */
  readonly tokens: number;
  /** Whether something older changed its form in this request. */
  readonly moved: boolean;
  /** The messages that are not shown, when some are not. */
  readonly gap?: { readonly from: number; readonly to: number; readonly count: number };
  /** Whether anything is not shown word for word: then the look-back tools are offered. */
  readonly incomplete: boolean;
  /** The conversation note; it is sent behind the history. */
  readonly note?: string;
  /** The account of what left, framed by the dialect as data. */
  readonly earlier?: { readonly from: number; readonly to: number; readonly text: string };
}

/** What has to be remembered of the last request of a chat and model so that the next one shares its beginning. */
export interface Previous {
  readonly policy: Limits['policy'];
  readonly borders: Borders;
  readonly room: Room;
  /** The ids of all messages from `borders.left` on, with the form and hash each was shown in. */
  readonly shown: readonly Shown[];
  /** The message at `borders.pinned`, where that is before `borders.left`. */
  readonly pinned?: Shown;
  /** The account of what left, word for word; '' for none. */
  readonly earlier: string;
}

export interface Shown {
  readonly messageId: number;
  readonly form: Form;
  readonly hash: string;
  readonly rung?: number;
}
