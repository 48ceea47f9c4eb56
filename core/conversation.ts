/**
 * The nouns of a chat. Plain readonly values: a change is a new value or an Edit, never a mutation.
 * Texts are the original words with LF line ends; how they stand in the file is known to core/format alone.
 */

export type Role = 'user' | 'assistant' | 'system';

/** One conversation as one Markdown file holds it. */
export interface Conversation {
  readonly meta: Meta;
  /** In file order. Ids normally rise but are not promised to, nor to be unique (see `problems`). */
  readonly messages: readonly Message[];
  /** Accounts of messages that left the window, in file order. */
  readonly earlier: readonly Earlier[];
  /** The conversation note, Markdown. */
  readonly note?: string;
  /** The person's next message, not yet sent: trimmed text behind the last block. */
  readonly draft?: string;
  /** Everything that is wrong with the file, by line. Reading never throws. */
  readonly problems: readonly Problem[];
}

/** What front matter says. Values of the wrong type are left out here and named in `problems`. */
export interface Meta {
  readonly sessionId?: string;
  readonly title?: string;
  readonly createdAt?: string;
  readonly type?: string;
  /** The whole mapping as YAML gave it; an empty object without front matter. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Message {
  /** Positive safe integer: what people and models say. */
  readonly id: number;
  /** Twelve random base-32 characters that say who the message is across clones, where the writer gave one. */
  readonly uid?: string;
  readonly role: Role;
  /** ISO 8601 UTC as written; the empty string when the header has none. */
  readonly createdAt: string;
  readonly parts: readonly Part[];
  /** The short form that stands in the file: the pinned one, else the first. Whether it may be used: `freshness`. */
  readonly compaction?: Compaction;
  /** Where several stand in the file, the ones besides `compaction`, in order: one of them is used when that is stale. */
  readonly others?: readonly Compaction[];
  /** No end marker yet: a reply being streamed, or a torn copy. Shown and sent, never compacted. */
  readonly open?: true;
  /** The code of a problem inside this message's lines; such a message is shown and sent but never written to. */
  readonly blocked?: ProblemCode;
  /** 1-based line of the opening marker. */
  readonly line: number;
}

export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | AttachmentPart | UnknownPart;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A model's thinking: kept in the file, never replayed, never summarised, never counted or searched. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}

export interface ToolCallPart {
  readonly type: 'tool_call';
  /** Non-string ids and names of the file as their JSON text, missing ones ''. */
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface ToolResultPart {
  readonly type: 'tool_result';
  readonly id: string;
  readonly name: string;
  /** 'completed' where the file has none or not a string; other words are kept as they stand. */
  readonly status: string;
  readonly output: string;
}

/** The bytes stand beside the chat at `path`; a missing key is the empty string. */
export interface AttachmentPart {
  readonly type: 'image' | 'file';
  readonly path: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly name?: string;
}

/** A part type this version does not know: kept in the file, neither compacted nor sent. */
export interface UnknownPart {
  readonly type: 'unknown';
  readonly name: string;
}

/** A short form of one message, made from its original words. */
export interface Compaction {
  readonly version: number;
  /** SHA-256 of what was shortened (FORMAT: source). */
  readonly source: string;
  /** SHA-256 of everything that decided the words (FORMAT: recipe). */
  readonly recipe: string;
  readonly messageId: number;
  readonly methods: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** SHA-256 of the segments' bodies joined by LF, as the writer put it; '' when missing. */
  readonly text: string;
  readonly pinned?: true;
  readonly anchorsLeft?: number;
  readonly segments: readonly Segment[];
}

export type Segment = TextSegment | MarkerSegment | AnchorsSegment | UnknownSegment;

export interface TextSegment {
  readonly type: 'text';
  readonly text: string;
}

/** Stands for a tool result, image or file: one line of canonical JSON made by code. */
export interface MarkerSegment {
  readonly type: 'marker';
  readonly text: string;
}

/** Exact strings of the message that its short text no longer has, one a line. */
export interface AnchorsSegment {
  readonly type: 'anchors';
  readonly text: string;
}

export interface UnknownSegment {
  readonly type: 'unknown';
  readonly name: string;
  readonly text: string;
}

/** An account of messages that no longer fit the window. */
export interface Earlier {
  readonly version: number;
  readonly kind: string;
  /** Ids of the first and last message covered. */
  readonly from: number;
  readonly to: number;
  readonly uids: readonly string[];
  readonly pieces: readonly { readonly to: number; readonly source: string }[];
  readonly recipe: string;
  readonly methods: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly covered: readonly unknown[];
  readonly text: string;
  readonly line: number;
}

/** Something wrong in a file, said so that a person can act on it. */
export interface Problem {
  readonly code: ProblemCode;
  /** 1-based. */
  readonly line: number;
  /** What was found, what was expected, what to do. */
  readonly text: string;
  /** The message it belongs to, where it belongs to one. */
  readonly messageId?: number;
}

export type ProblemCode =
  | 'unreadable-header'
  | 'unknown-block'
  | 'unknown-part'
  | 'unknown-segment'
  | 'unknown-version'
  | 'missing-end'
  | 'misplaced-block'
  | 'text-before-part'
  | 'parts-in-simple'
  | 'duplicate-id'
  | 'duplicate-compaction'
  | 'pasted-marker'
  | 'wrong-message'
  | 'git-conflict'
  | 'not-utf8'
  | 'front-matter'
  | 'two-front-matters'
  | 'not-a-chat';
