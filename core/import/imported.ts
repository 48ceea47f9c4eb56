import type { Part, Role } from '../conversation.ts';
import type { BrokenLine, Input } from './input.ts';

/** The programs whose files can be read, as `--from` spells them. */
export type Kind =
  | 'chatvault'
  | 'claude-code'
  | 'chatgpt'
  | 'claude-ai'
  | 'codex'
  | 'open-webui'
  | 'ai-sdk'
  | 'sillytavern'
  | 'llama-cpp'
  | 'gemini-cli'
  | 'librechat'
  | 'chatbot-ui'
  | 'lm-studio'
  | 'pi'
  | 'qwen-code'
  | 'specstory'
  | 'aider'
  | 'obsidian-copilot'
  | 'openai';

/** One conversation as another program kept it, in our nouns. */
export interface Imported {
  readonly kind: Kind;
  /** The conversation's id there; the same in every later export of it. */
  readonly id: string;
  /** One line for people; never empty. */
  readonly title: string;
  /** ISO 8601 UTC; the empty string where nothing in the file tells a time. */
  readonly createdAt: string;
  /** The folder the program was working in, where it says so. */
  readonly cwd?: string;
  readonly messages: readonly ImportedMessage[];
  /** Pictures and files that stood inside the messages; their parts name the same paths. */
  readonly attachments: readonly Attachment[];
  readonly report: Report;
}

export interface ImportedMessage {
  /** The message's id there, unique in its conversation and the same in every later export. */
  readonly key: string;
  readonly role: Role;
  /** ISO 8601 UTC; the empty string where neither the message nor a neighbour has a time. */
  readonly createdAt: string;
  /** In the order in which they came; a later export may add parts behind, never between. */
  readonly parts: readonly Part[];
}

/** Bytes to be kept beside the chat. */
export interface Attachment {
  /** Relative to the chat's folder: `assets/<sha256>.<extension>`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What did not become part of the chat. Nothing is left out without being counted here. */
export interface Report {
  /** How many of each kind were left out, by a word or two for people: `progress`, `command echo`, `other branch`. */
  readonly left: Readonly<Record<string, number>>;
  readonly broken: readonly BrokenLine[];
  /** Halves of characters (lone surrogates) that cannot be written as UTF-8 and became U+FFFD. */
  readonly mended: number;
  /** Sentences about decisions that a person may want to check. */
  readonly remarks: readonly string[];
}

/** A program's format: how it is recognised by content, and the reader. */
export interface Format {
  readonly kind: Kind;
  /** The program and what its file is, for people. */
  readonly says: string;
  recognises(input: Input): boolean;
  /** Every conversation in the file. Never throws for a strange record: it is counted and the rest is read. */
  read(input: Input): readonly Imported[];
}
