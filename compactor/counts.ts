import type { CompactorEvent } from './events.ts';

/** What one pass came to, in numbers. */
export interface Counts {
  /** Chats that were looked at. */
  readonly files: number;
  readonly messages: number;
  /** Messages that wanted a short form: `accepted + refused + failed`, in a dry run with a model those that would be asked too. */
  readonly eligible: number;
  readonly accepted: number;
  readonly refused: number;
  /** Messages that want none: short, finished, pinned, open. */
  readonly skipped: number;
  /** Messages that nobody could be found to shorten. */
  readonly failed: number;
  /** Characters (code points) that the accepted short forms save. */
  readonly saved_chars: number;
  /** Accepted ones that came from the cache, without any work. */
  readonly cached: number;
  /** Short forms that stand in files now. */
  readonly written: number;
  /** Chats whose short forms could not be written into the file; they are kept in the cache. */
  readonly left: number;
  /** Accounts of what left the window that were written. */
  readonly accounts: number;
  /** Chats whose account could not be made. */
  readonly accounts_failed: number;
  /** How many messages were refused or skipped for each reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** The counts before anything happened. */
export const zero: Counts = {
  files: 0,
  messages: 0,
  eligible: 0,
  accepted: 0,
  refused: 0,
  skipped: 0,
  failed: 0,
  saved_chars: 0,
  cached: 0,
  written: 0,
  left: 0,
  accounts: 0,
  accounts_failed: 0,
  reasons: {},
};

/** The counts after one more event of a single pass. */
export function counted(counts: Counts, event: CompactorEvent): Counts {
  switch (event.type) {
    case 'chat': {
      const skipped = Object.values(event.skipped).reduce((sum, number) => sum + number, 0);
      return {
        ...counts,
        files: counts.files + 1,
        messages: counts.messages + event.messages,
        eligible: counts.eligible + event.eligible,
        skipped: counts.skipped + skipped,
        reasons: more(counts.reasons, event.skipped),
      };
    }
    case 'short':
      return {
        ...counts,
        eligible: counts.eligible - 1,
        skipped: counts.skipped + 1,
        reasons: more(counts.reasons, { short: 1 }),
      };
    case 'accepted':
      return {
        ...counts,
        accepted: counts.accepted + 1,
        saved_chars: counts.saved_chars + event.saved,
        cached: counts.cached + (event.cached ? 1 : 0),
      };
    case 'refused':
      return { ...counts, refused: counts.refused + 1, reasons: more(counts.reasons, { [event.reason]: 1 }) };
    case 'failed':
      return event.last ? { ...counts, failed: counts.failed + 1 } : counts;
    case 'written':
      return { ...counts, written: counts.written + event.messages };
    case 'account':
      return { ...counts, accounts: counts.accounts + 1 };
    case 'account-left':
      return { ...counts, accounts_failed: counts.accounts_failed + 1 };
    case 'left':
      return { ...counts, left: counts.left + 1 };
    default:
      return counts;
  }
}

function more(
  reasons: Readonly<Record<string, number>>,
  added: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sum = { ...reasons };
  for (const [reason, number] of Object.entries(added)) sum[reason] = (sum[reason] ?? 0) + number;
  return sum;
}
