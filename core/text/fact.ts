/** Kinds of exact facts, the ones that hurt most when lost first. */
export const factKinds = [
  'negation',
  'command',
  'path',
  'error',
  'date',
  'version',
  'number',
  'url',
  'code',
  'identifier',
  'quoted',
] as const;

export type FactKind = (typeof factKinds)[number];

/** An exact piece of a text that a shortened form should still carry. */
export interface Fact {
  readonly kind: FactKind;
  /** The words as they stand, on one line, without outer white space. */
  readonly text: string;
  /** UTF-16 offset in the text. */
  readonly start: number;
}
