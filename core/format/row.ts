import type { Role } from '../conversation.ts';

/** One message of a file without damage: where it stands, and what is known of it without its text. */
export interface Row {
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset behind its end line. */
  readonly end: number;
  readonly id: number;
  readonly uid?: string;
  readonly role: Role;
  readonly createdAt: string;
  /** Whether a short form stands in it. */
  readonly compacted: boolean;
}
