import { record, text } from './arguments.ts';
import { refusal, type ToolAnswer, type ToolChat } from './tool.ts';

/** The note after the change. */
export interface NoteChange {
  readonly session_id: string;
  /** The whole new note; the empty string takes it away. */
  readonly note: string;
}

/** The most characters a note may have: it is sent with every request. */
export const noteLimit = 8_000;

/**
 * The tool `update_note` on one chat, as a plan: the note that shall stand. Writing it is the vault's. `mode` is
 * `replace` (default) or `append`.
 */
export function updateNote(chat: ToolChat, input: unknown): ToolAnswer<NoteChange> {
  const args = record(input);
  if ('refused' in args) return refusal(args.refused);
  const words = text(args.value, 'text');
  if ('refused' in words) return refusal(words.refused);
  if (words.value === undefined)
    return refusal('text is missing; send the whole new note, or "mode": "append" and what to add.');
  const mode = text(args.value, 'mode');
  if ('refused' in mode) return refusal(mode.refused);
  if (mode.value !== undefined && mode.value !== 'replace' && mode.value !== 'append') {
    return refusal(`mode is ${JSON.stringify(mode.value.slice(0, 40))}; send "replace" or "append".`);
  }
  const old = chat.conversation.note ?? '';
  const added = words.value.trim();
  const note =
    mode.value === 'append' && old.trim() !== '' ? [old.trimEnd(), added].filter(Boolean).join('\n') : added;
  if (note.length > noteLimit) {
    return refusal(
      `The note would have ${note.length} characters; at most ${noteLimit} are kept, because it goes with every request. Shorten it, with "mode": "replace".`,
    );
  }
  return {
    found: true,
    text: note === '' ? 'The note is taken away.' : `The note has ${note.length} characters now.`,
    value: { session_id: chat.sessionId, note },
  };
}
