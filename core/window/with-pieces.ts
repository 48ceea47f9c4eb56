import { Same } from '../format/lazy.ts';
import { sha256 } from '../text/hash.ts';
import type { Piece } from './piece.ts';
import type { Slot } from './window.ts';

/** The SHA-256 of pieces as the slot at hand shows them. */
type HashOf = (pieces: readonly Piece[]) => string;

/**
 * A slot with `pieces` that are made, and a `hash` of them that is, when they are first asked for: many windows are
 * drawn or counted and never sent.
 */
export function withPieces(
  fields: Omit<Slot, 'hash' | 'pieces'>,
  make: (hashOf: HashOf) => readonly Piece[],
): Slot {
  const slot = Object.defineProperty(new Unmade(fields, make), 'hash', hash);
  return Object.defineProperty(slot, 'pieces', pieces) as unknown as Slot;
}

/** Puts how pieces are made onto a plain object, where nobody sees it (see `Place` in core/format/lazy.ts). */
class Unmade extends Same {
  readonly #make: (hashOf: HashOf) => readonly Piece[];
  #pieces: readonly Piece[] | undefined;
  #hash: string | undefined;

  constructor(fields: object, make: (hashOf: HashOf) => readonly Piece[]) {
    super(fields);
    this.#make = make;
  }

  static pieces(self: Unmade & Slot): readonly Piece[] {
    self.#pieces ??= self.#make((list) => hashOf(self, list));
    return self.#pieces;
  }

  static hash(self: Unmade & Slot): string {
    self.#hash ??= hashOf(self, Unmade.pieces(self));
    return self.#hash;
  }
}

function hashOf({ messageId, role, createdAt, form, open }: Slot, list: readonly Piece[]): string {
  return sha256(JSON.stringify([messageId, role, createdAt, form === 'shortened', open, list]));
}

const pieces = {
  enumerable: true,
  configurable: true,
  get(this: Unmade & Slot): readonly Piece[] {
    return Unmade.pieces(this);
  },
};
const hash = {
  enumerable: true,
  configurable: true,
  get(this: Unmade & Slot): string {
    return Unmade.hash(this);
  },
};
