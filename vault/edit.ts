import { dirname } from 'node:path';
import {
  ChatvaultError,
  type Edit,
  type Edited,
  edit as editBytes,
  isChat,
  type Outcome,
  parse,
  type Splice,
  slices,
  source,
} from '../core/index.ts';
import { keepReplaced } from './backup.ts';
import { gitAtWork } from './git.ts';
import type { Located } from './paths.ts';
import type { Disk, Stamp } from './write/disk.ts';
import { type Alone, type Later, type Quiet, signBeside } from './write/guards.ts';
import type { Plan } from './write/replace.ts';

export interface EditOptions {
  /** A person asked for it just now: neither quiet nor an editor's sign is waited for, everything else is. */
  readonly byHand?: boolean;
  /** It resolves an unfinished merge: git may be waiting for that, only its lock is waited for. */
  readonly resolving?: boolean;
}

/** What became of a list of edits to one chat. */
export interface EditReport {
  readonly path: string;
  /** `later`: nothing was written, try again; `left-alone`: this file is not written as long as `why` holds. */
  readonly outcome: 'written' | 'unchanged' | 'later' | 'left-alone';
  readonly why?: Later | Alone;
  /** One for each edit, in order, for the bytes that stand now; empty when the file was not looked at. */
  readonly outcomes: readonly Outcome[];
  /** The ids that appended messages were given, in order. */
  readonly ids: readonly number[];
  /** Saves of other programs that met ours and stand in the chat again. */
  readonly caught: number;
  readonly exchanges: number;
  /** Visible copies that had to be made, relative to the vault. */
  readonly copies: readonly string[];
}

/** What planning an edit needs to know of its vault. */
export interface EditPlace {
  readonly disk: Disk;
  readonly root: string;
  readonly quiet: Quiet;
  /** Milliseconds. */
  readonly quietTime: number;
}

/** What to change of some bytes; nothing where they are locked by a conflict or damage. */
export type Change = (bytes: Uint8Array) => readonly Splice[] | Promise<readonly Splice[]>;

/** The plan of a change for the bytes of one chat: what to write, or why not now or not at all. */
export async function plan(
  place: EditPlace,
  { file, path }: Located,
  options: EditOptions,
  bytes: Uint8Array,
  stamp: Stamp,
  change: Change,
): Promise<Plan> {
  const sign = gitAtWork(dirname(file));
  if (sign !== undefined && !(options.resolving && sign !== 'index.lock'))
    return { kind: 'later', why: 'git' };
  const still = place.quiet.since(file, stamp);
  if (options.byHand !== true) {
    if (still < place.quietTime) return { kind: 'later', why: 'not-quiet' };
    if (signBeside(place.disk, file)) return { kind: 'later', why: 'editor' };
  }
  if (!isChat(bytes) && !isBlank(bytes)) throw notAChat(path);
  if (still < place.quietTime && parse(bytes).messages.at(-1)?.open) return { kind: 'later', why: 'torn' };
  const splices = await change(bytes);
  return splices.length > 0 ? { kind: 'write', slices: slices(bytes, splices) } : whyNothing(bytes);
}

/** A locked file gets no splices: looked at only then, because looking costs as much as the edit. */
function whyNothing(bytes: Uint8Array): Plan {
  const codes = new Set(parse(bytes).problems.map(({ code }) => code));
  if (codes.has('not-utf8')) return { kind: 'alone', why: 'not-utf8' };
  if (codes.has('git-conflict')) return { kind: 'later', why: 'conflict' };
  return { kind: 'nothing' };
}

/** The change that some edits are; `tell` gets their outcomes. Short forms of others that go are saved first. */
export function editing(
  { disk, root }: EditPlace,
  path: string,
  edits: readonly Edit[],
  tell: (edited: Edited) => void,
): Change {
  return async (bytes) => {
    const edited = editBytes(bytes, edits, source);
    tell(edited);
    if (edited.replaced.length === 0) return edited.splices;
    const { messages } = parse(bytes);
    const replaced = edited.replaced.map((each) => {
      const found = messages.find(({ id }) => id === each.messageId)?.compaction;
      return { ...each, source: found?.source ?? '', recipe: found?.recipe ?? '', text: found?.text ?? '' };
    });
    await keepReplaced(disk, root, path, replaced);
    return edited.splices;
  };
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < 1024 && bytes.every((byte) => byte === 32 || (byte >= 9 && byte <= 13));
}

function notAChat(path: string): ChatvaultError {
  return new ChatvaultError(
    'not-a-chat',
    `${path} is an ordinary Markdown file, not a chat; nothing was written`,
    'Name a chat, or put "type: chat" into its front matter if it shall become one.',
  );
}
