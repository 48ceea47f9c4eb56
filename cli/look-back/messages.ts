import { grouped, type ReadPage } from '../../core/index.ts';
import type { Style } from '../print.ts';

/** Messages as a person reads them: who said it and when, then the original words. */
export function printedMessages({ messages }: ReadPage, { bold, dim }: Style): string {
  return messages
    .map(({ id, role, created_at, text, from, incomplete }) => {
      const head = [
        `#${id} ${role}`,
        ...(created_at === '' ? [] : [created_at]),
        ...(incomplete === true ? ['incomplete'] : []),
        ...(from > 0 ? [`from character ${grouped(from)}`] : []),
      ].join(', ');
      return `${bold(head)}\n${text === '' ? dim('(no words)') : text}`;
    })
    .join('\n\n');
}

/** What a person should know of a page beside its words: a sentence each. */
export function notesOn({ messages, missing, doubled, next, total }: ReadPage): string[] {
  const notes: string[] = [];
  if (missing.length > 0) notes.push(`there is no message ${few(missing)} in this chat.`);
  if (doubled.length > 0)
    notes.push(
      `more than one message has the number ${few(doubled)}; all of them are printed. \`chatvault check --fix\` gives the later ones a new number.`,
    );
  const last = messages.at(-1);
  if (next !== null && last !== undefined) {
    const isCut = last.from + last.text.length < last.of;
    const what = isCut ? `message ${last.id} goes on` : `more messages follow`;
    notes.push(
      `${what}; this page ends at character ${grouped(next)} of ${grouped(total)}. Read on with --offset ${next}, or print all of it with --all.`,
    );
  }
  return notes;
}

function few(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 8).join(', ');
  return numbers.length > 8 ? `${shown} and ${numbers.length - 8} more` : shown;
}
