import type { Part, Role } from '../conversation.ts';
import { sha256, wellFormed } from '../text/hash.ts';
import type { Attachment, Imported, ImportedMessage, Kind, Report } from './imported.ts';
import type { BrokenLine } from './input.ts';
import { title } from './title.ts';

/** A conversation while it is being read. */
export interface Draft {
  readonly messages: DraftMessage[];
  readonly attachments: Map<string, Attachment>;
  readonly broken: BrokenLine[];
  readonly remarks: string[];
  /** Counts what is left out, under a word or two for people. */
  leave(what: string, count?: number): void;
  /** Begins a message. A key that is taken gets `~2`, `~3` behind it. */
  message(key: string, role: Role, createdAt: string, parts?: readonly Part[]): DraftMessage;
  /** Keeps base64 bytes as an attachment and gives its part; undefined (and counted) when there are none. */
  attach(base64: unknown, mediaType: unknown, name?: string): Part | undefined;
  /** The finished conversation. Messages without parts are dropped, times are filled in from their neighbours. */
  finish(meta: DraftMeta): Imported;
}

export interface DraftMessage {
  readonly key: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly parts: Part[];
}

/** What is known about the conversation as a whole; an empty title is made from the first words. */
export interface DraftMeta {
  readonly kind: Kind;
  readonly id: string;
  readonly title?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly cwd?: string | undefined;
}

/** A draft without messages; `known` are the lines of the file that could not be used. */
export function draft(known: readonly BrokenLine[] = []): Draft {
  const messages: DraftMessage[] = [];
  const attachments = new Map<string, Attachment>();
  const broken = [...known];
  const remarks: string[] = [];
  const left = new Map<string, number>();
  const keys = new Map<string, number>();
  const leave = (what: string, count = 1): void => {
    if (count > 0) left.set(what, (left.get(what) ?? 0) + count);
  };
  return {
    messages,
    attachments,
    broken,
    remarks,
    leave,
    message(key, role, createdAt, parts = []) {
      const times = (keys.get(key) ?? 0) + 1;
      keys.set(key, times);
      const made = { key: times === 1 ? key : `${key}~${times}`, role, createdAt, parts: [...parts] };
      messages.push(made);
      return made;
    },
    attach(base64, mediaType, name) {
      const bytes = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
      if (bytes.length === 0) {
        leave('empty attachment');
        return undefined;
      }
      const type = typeof mediaType === 'string' ? mediaType : 'application/octet-stream';
      const hash = sha256(bytes);
      const path = `assets/${hash}.${extensions[type] ?? 'bin'}`;
      attachments.set(path, { path, bytes });
      return {
        type: type.startsWith('image/') ? 'image' : 'file',
        path,
        mediaType: type,
        sha256: hash,
        ...(name !== undefined && { name }),
      };
    },
    finish: (meta) =>
      finished(meta, messages, [...attachments.values()], {
        left: Object.fromEntries(left),
        broken: broken.toSorted((a, b) => a.line - b.line),
        remarks,
      }),
  };
}

/** File name endings of the media types that other programs put into messages. */
const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
};

function finished(
  meta: DraftMeta,
  messages: readonly DraftMessage[],
  attachments: readonly Attachment[],
  report: Omit<Report, 'mended'>,
): Imported {
  const mend = mender();
  const kept = timed(messages.filter(({ parts }) => parts.length > 0)).map((message) => ({
    ...message,
    parts: message.parts.map((part) => mend.value(part) as Part),
  }));
  const madeTitle = mend.value(title(meta.title, kept)) as string;
  return {
    kind: meta.kind,
    id: mend.value(meta.id) as string,
    title: madeTitle,
    createdAt: meta.createdAt || (kept[0]?.createdAt ?? ''),
    ...(meta.cwd !== undefined && { cwd: mend.value(meta.cwd) as string }),
    messages: kept,
    attachments,
    report: { ...report, mended: mend.count() },
  };
}

/** A message without a time takes that of the message before it, the first ones that of the first with one. */
function timed(messages: readonly DraftMessage[]): ImportedMessage[] {
  let last = messages.find(({ createdAt }) => createdAt !== '')?.createdAt ?? '';
  return messages.map((message) => {
    last = message.createdAt || last;
    return { ...message, createdAt: last };
  });
}

/**
 * Makes every string of a value well-formed (a lone surrogate becomes U+FFFD) and its line ends LF;
 * a CR of its own stays. Counts what it replaced. Below 100 levels nothing is kept: no program nests that deep, attacks do.
 */
function mender(): { value(value: unknown): unknown; count(): number } {
  let count = 0;
  const text = (value: string): string => {
    const lines = value.includes('\r\n') ? value.replaceAll('\r\n', '\n') : value;
    const whole = wellFormed(lines);
    if (whole === lines) return lines;
    for (let at = 0; at < lines.length; at++) if (lines[at] !== whole[at]) count += 1;
    return whole;
  };
  const walk = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string') return text(given);
    if (typeof given !== 'object' || given === null) return given;
    if (depth === 100) return null;
    if (Array.isArray(given)) return given.map((inner) => walk(inner, depth + 1));
    return Object.fromEntries(
      Object.entries(given).map(([key, inner]) => [text(key), walk(inner, depth + 1)]),
    );
  };
  return { value: (given) => walk(given, 0), count: () => count };
}
