import type { CompactorEvent, Counts } from '../../compactor/index.ts';
import { grouped } from '../../core/index.ts';
import { type Column, count, type Style, table } from '../print.ts';

/** What one pass told of one chat. */
interface ChatLine {
  readonly path: string;
  eligible: number;
  accepted: number;
  refused: number;
  failed: number;
  saved: number;
}

/** A message, or a chat, that did not get what it wanted. */
interface Trouble {
  readonly path: string;
  readonly message: string;
  readonly what: string;
  readonly why: string;
}

/** Gathers the events of one pass for people. */
export class Report {
  readonly #chats = new Map<string, ChatLine>();
  readonly #troubles: Trouble[] = [];

  hear(event: CompactorEvent): void {
    if (!('path' in event)) return;
    const chat = this.#chatOf(event.path);
    if (event.type === 'chat') chat.eligible += event.eligible;
    else if (event.type === 'short') chat.eligible -= 1;
    else if (event.type === 'accepted') {
      chat.accepted += 1;
      chat.saved += event.saved;
    } else if (event.type === 'refused') {
      chat.refused += 1;
      const again = event.known ? ' (asked before; not asked again)' : '';
      this.#trouble(event, 'refused', `${reasonSays(event.reason)}: ${event.detail}${again}`);
    } else if (event.type === 'failed' && event.last) {
      chat.failed += 1;
      this.#trouble(event, 'failed', event.text);
    } else if (event.type === 'account-left') {
      this.#troubles.push({ path: event.path, message: '', what: 'no account', why: event.text });
    } else if (event.type === 'left') {
      this.#troubles.push({ path: event.path, message: '', what: 'not written', why: leftSays(event.why) });
    }
  }

  /** The whole report: one line a chat that has long messages, what was refused and why, and a last line with the sum. */
  text(counts: Counts, style: Style, dryRun: boolean): string {
    const chats = [...this.#chats.values()].filter(({ eligible }) => eligible > 0);
    const blocks = [
      chats.length > 0 ? table(chats, columns) : '',
      this.#troubles.length > 0 ? table(this.#troubles, troubleColumns) : '',
      skippedLine(counts),
      style.bold(lastLine(counts, dryRun)),
    ];
    return blocks.filter((block) => block !== '').join('\n\n');
  }

  #trouble({ path, messageId }: { path: string; messageId: number }, what: string, why: string): void {
    this.#troubles.push({ path, message: String(messageId), what, why });
  }

  #chatOf(path: string): ChatLine {
    const known = this.#chats.get(path) ?? {
      path,
      eligible: 0,
      accepted: 0,
      refused: 0,
      failed: 0,
      saved: 0,
    };
    this.#chats.set(path, known);
    return known;
  }
}

const columns: readonly Column<ChatLine>[] = [
  { head: 'chat', cell: ({ path }) => path },
  { head: 'long', cell: ({ eligible }) => eligible, align: 'right' },
  { head: 'accepted', cell: ({ accepted }) => accepted, align: 'right' },
  { head: 'refused', cell: ({ refused }) => refused, align: 'right' },
  { head: 'failed', cell: ({ failed }) => failed, align: 'right' },
  { head: 'characters saved', cell: ({ saved }) => grouped(saved), align: 'right' },
];

const troubleColumns: readonly Column<Trouble>[] = [
  { head: 'chat', cell: ({ path }) => path },
  { head: 'message', cell: ({ message }) => message, align: 'right' },
  { head: '', cell: ({ what }) => what },
  { head: 'why', cell: ({ why }) => why },
];

function skippedLine({ skipped, reasons }: Counts): string {
  if (skipped === 0) return '';
  const named = Object.entries(skipSays).flatMap(([reason, says]) =>
    reasons[reason] === undefined ? [] : [`${grouped(reasons[reason])} ${says}`],
  );
  return `Skipped: ${named.join(', ')}.`;
}

function lastLine(counts: Counts, dryRun: boolean): string {
  const { files, messages, accepted, eligible, refused, failed, saved_chars: saved, cached } = counts;
  const seen = `${count(files, 'chat')}, ${count(messages, 'message')}`;
  const told =
    counts.accounts > 0 ? ` ${count(counts.accounts, 'account')} of earlier messages written.` : '';
  if (eligible === 0) return `${seen}: nothing to shorten.${told}`;
  const open = eligible - accepted - refused - failed;
  const parts = [
    `${grouped(accepted)} of ${count(eligible, 'long message')} ${dryRun ? 'would be shortened' : 'shortened'}`,
    ...(cached > 0 ? [`${grouped(cached)} of them known from before`] : []),
    ...(refused > 0 ? [`${grouped(refused)} refused`] : []),
    ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
    ...(open > 0 ? [`${grouped(open)} ${dryRun ? 'would be asked for' : 'left for later'}`] : []),
  ];
  return `${seen}: ${parts.join(', ')}; ${count(saved, 'character')} saved.${told}`;
}

const skipSays = {
  short: 'short',
  valid: 'finished',
  pinned: 'pinned',
  'no-text': 'without text',
  open: 'not ended',
  blocked: 'damaged',
} as const;

/** A refusal reason in words. */
export function reasonSays(reason: string): string {
  return reason.replaceAll('-', ' ');
}

/** Why a chat was not written, in words that say what to do. */
export function leftSays(why: string): string {
  return Object.hasOwn(laterSays, why) ? laterSays[why as keyof typeof laterSays] : why;
}

const laterSays = {
  'not-quiet': 'it changed a moment ago; run compact again',
  open: 'a program has it open for writing; close it there and run compact again',
  editor: 'an editor has it open; close it there',
  git: 'git is in the middle of something here; finish it and run compact again',
  torn: 'its last message is still being written',
  moving: 'it changed while it was being written; run compact again',
  conflict: 'it holds conflict lines of git; see chatvault check',
  locked: 'another chatvault is writing; run compact again',
} as const;
