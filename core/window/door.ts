import type { Piece } from './piece.ts';
import type { Surround } from './surround.ts';
import type { Slot, Window } from './window.ts';

/** What is about to leave the machine. */
export interface Outgoing {
  readonly window: Window;
  readonly surround: Surround;
}

/**
 * The one door out: every text that people, tools, files and models wrote passes `surround.redact` here, before it is
 * quoted or escaped, so that a secret is seen as it was written. Numbers, dates and the ids that the look-back tools
 * need stay as they are. Without `redact` everything passes unchanged.
 */
export function door(window: Window, surround: Surround): Outgoing {
  const { redact } = surround;
  if (redact === undefined) return { window, surround };
  const { note, earlier } = window;
  return {
    window: {
      ...window,
      slots: window.slots.map((slot) => (slot.form === 'left' ? slot : redactSlot(slot, redact))),
      ...(note === undefined ? {} : { note: redact(note) }),
      ...(earlier === undefined ? {} : { earlier: { ...earlier, text: redact(earlier.text) } }),
    },
    surround: {
      ...surround,
      identity: surround.identity.map(redact),
      recalled: surround.recalled.map((one) => ({ ...one, text: redact(one.text) })),
      state: surround.state.map(({ name, text }) => ({ name: redact(name), text: redact(text) })),
    },
  };
}

/** Written out instead of spread: a slot's hash is made when it is read, and nobody needs it here. */
function redactSlot(slot: Slot, redact: (text: string) => string): Slot {
  const { messageId, role, createdAt, form, why, tokens, whole, open = false } = slot;
  const pieces = slot.pieces.map((piece) => redactPiece(piece, redact));
  return { messageId, role, createdAt, form, why, tokens, whole, open, hash: '', pieces };
}

function redactPiece(piece: Piece, redact: (text: string) => string): Piece {
  if (piece.kind === 'text') return { ...piece, text: redact(piece.text) };
  if (piece.kind === 'anchors') return { ...piece, lines: piece.lines.map(redact) };
  if (piece.kind === 'call') return { ...piece, args: redact(piece.args) };
  if (piece.kind !== 'result') return piece;
  const { args, output, ...rest } = piece;
  return {
    ...rest,
    ...(args === undefined ? {} : { args: redact(args) }),
    ...(output === undefined ? {} : { output: redact(output) }),
  };
}
