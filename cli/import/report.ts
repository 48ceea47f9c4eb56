import { count, type Style } from '../print.ts';
import type { Brought } from './bring.ts';

/** A file or conversation that could not be imported, and why. */
export interface Unread {
  readonly file: string;
  readonly text: string;
  /** The disk refused, so the command ends with 3. */
  readonly isDisk: boolean;
}

/** What an import did, as `--json` prints it: numbers, and one row a conversation. */
export function counts(files: number, brought: readonly Brought[], unread: readonly Unread[]) {
  const sum = (number: (one: Brought) => number) => brought.reduce((total, one) => total + number(one), 0);
  const with_ = (outcome: Brought['outcome']) => brought.filter((one) => one.outcome === outcome).length;
  return {
    files,
    conversations: brought.length,
    created: with_('created'),
    added_to: with_('added'),
    unchanged: with_('unchanged'),
    empty: with_('empty'),
    later: with_('later'),
    messages: sum(({ added }) => added),
    known: sum(({ known }) => known),
    missing: sum(({ missing }) => missing),
    attachments: sum(({ attachments }) => attachments),
    broken_lines: sum(({ conversation }) => conversation.report.broken.length),
    mended: sum(({ conversation }) => conversation.report.mended),
    left: leftTotals(brought),
    unread: unread.map(({ file, text }) => ({ file, text })),
    chats: brought.map(({ file, conversation, ...one }) => ({
      file,
      kind: conversation.kind,
      id: conversation.id,
      title: conversation.title,
      ...one,
      broken: conversation.report.broken,
      left: conversation.report.left,
      remarks: conversation.report.remarks,
    })),
  };
}

/** The same for people: a line or two for each conversation, what was left out, and what to do next. */
export function printed(
  files: number,
  brought: readonly Brought[],
  unread: readonly Unread[],
  style: Style,
): string {
  const same = brought.filter(({ outcome }) => outcome === 'unchanged');
  const isMany = same.length > 10;
  const lines = [
    ...brought
      .filter(({ outcome }) => !(isMany && outcome === 'unchanged'))
      .flatMap((one) => conversationLines(one, style)),
    ...(isMany ? [`${count(same.length, 'chat')}: nothing new`] : []),
    ...unread.map(({ file, text }) => style.red(`${file}: not imported: ${text}`)),
    ...leftLine(brought, style),
  ];
  const chats = brought.filter(({ outcome }) => outcome === 'created' || outcome === 'added');
  const messages = chats.reduce((total, { added }) => total + added, 0);
  if (chats.length === 0)
    return [...lines, brought.length === 0 ? 'Nothing was imported.' : 'Nothing new.'].join('\n');
  const summary = `${count(messages, 'new message')} in ${count(chats.length, 'chat')}, from ${count(files, 'file')}.`;
  return [...lines, summary, 'Next: chatvault compact'].join('\n');
}

function conversationLines(one: Brought, style: Style): string[] {
  const { broken, mended, remarks } = one.conversation.report;
  const notes = [
    ...broken.slice(0, 5).map(({ line, text }) => `line ${line} of ${one.file} ${text}; left out`),
    ...(broken.length > 5 ? [`and ${count(broken.length - 5, 'more such line')}`] : []),
    ...(mended > 0 ? [`${count(mended, 'half character')} that cannot be written became U+FFFD`] : []),
    ...(one.missing > 0 && one.outcome !== 'created'
      ? [
          `${count(one.missing, 'older message')} of the source not in the chat (deleted?); --missing adds them`,
        ]
      : []),
    ...(one.attachments > 0 ? [`${count(one.attachments, 'attachment')} put into assets/`] : []),
    ...remarks,
  ];
  return [headline(one, style), ...notes.map((note) => style.dim(`  ${note}`))];
}

function headline({ outcome, path, added, known, why, conversation, file }: Brought, style: Style): string {
  switch (outcome) {
    case 'created':
      return `${style.green(path)}: new, ${count(added, 'message')}`;
    case 'added':
      return `${style.green(path)}: ${count(added, 'new message')} behind the ${known} that were there`;
    case 'unchanged':
      return `${path}: nothing new`;
    case 'empty':
      return style.yellow(`${file}: "${conversation.title}" holds no messages; no chat made`);
    case 'later':
      return style.yellow(`${path}: not written, because it ${why ?? 'cannot be'}; import again later`);
  }
}

function leftLine(brought: readonly Brought[], style: Style): string[] {
  const all = Object.entries(leftTotals(brought)).sort(([, a], [, b]) => b - a);
  if (all.length === 0) return [];
  return [style.dim(`Left out: ${all.map(([what, times]) => `${times} × ${what}`).join(', ')}`)];
}

function leftTotals(brought: readonly Brought[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { conversation } of brought) {
    for (const [what, times] of Object.entries(conversation.report.left)) {
      totals[what] = (totals[what] ?? 0) + times;
    }
  }
  return totals;
}
