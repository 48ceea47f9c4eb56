/** What may be picked or left as a whole: a sentence, a list item's first words, a table row, a line of code. */
export interface Piece {
  readonly text: string;
  /** UTF-16 offset in the original. */
  readonly start: number;
  /** The index of its block. */
  readonly block: number;
  /** Sentences and rows say something; a title or lead-in only stands before what does. */
  readonly kind: 'sentence' | 'row' | 'code' | 'title' | 'lead-in';
  /** The piece without which this one cannot stand: the item it hangs under, the head of its table. */
  readonly needs?: number;
}
