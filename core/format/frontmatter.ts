import matter from 'gray-matter';
import { findMarker, hasByteOrderMark } from './grammar.ts';
import { endOfLine, withoutLineEnd } from './lines.ts';
import { readYaml, usualYaml } from './yaml.ts';

/** Front matter as it stands at the head of a file. */
export interface FrontMatter {
  /** Offset behind the closing line. */
  readonly end: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The most bytes that front matter may have; a longer head is free text. */
export const maxFrontMatter = 262_144;

/**
 * The front matter at the head of the bytes: a first line exactly `---` (behind a byte order mark), a closing line
 * exactly `---` before the first marker line, and a YAML mapping between them. Undefined when there is none, or when
 * what stands there is not that; why not is `frontMatterTrouble`. No code of the file is ever run.
 */
export function readFrontMatter(bytes: Buffer): FrontMatter | undefined {
  const head = findHead(bytes);
  if (head?.close === undefined) return undefined;
  const mapping = readMapping(bytes.toString('utf8', head.inner, head.close));
  return 'data' in mapping ? { end: endOfLine(bytes, head.close), data: mapping.data } : undefined;
}

/** Why a head that looks like front matter was not taken for it: a sentence, undefined when nothing looks like it. */
export function frontMatterTrouble(bytes: Buffer): string | undefined {
  const head = findHead(bytes);
  if (head === undefined) return languageTrouble(bytes);
  const inner = bytes.toString('utf8', head.inner, head.close ?? head.limit);
  if (!/^[\w-]+:(?:\s|$)/m.test(inner)) return undefined;
  if (head.close === undefined) {
    return 'Front matter opens with --- in the first line and no line exactly --- closes it before the first message; it is read as free text. Close it with a line ---.';
  }
  const mapping = readMapping(inner);
  return 'data' in mapping
    ? undefined
    : `The front matter cannot be read (${mapping.trouble}); expected YAML keys and values. It is kept and read as free text: mend it, and its title and settings count again.`;
}

/** The keys of front matter at the head of these bytes when a chat's own keys are among them, as a list; else undefined. */
export function secondFrontMatter(bytes: Buffer): string | undefined {
  const keys = Object.keys(readFrontMatter(bytes)?.data ?? {});
  const own = ['session_id', 'title', 'created_at', 'type'];
  return keys.some((key) => own.includes(key)) ? keys.join(', ').slice(0, 80) : undefined;
}

/** The YAML mapping in a text with any line ends, or what is wrong with it. An empty text is an empty mapping. */
export function readMapping(text: string): { data: Record<string, unknown> } | { trouble: string } {
  const inner = text.replaceAll('\r\n', '\n');
  const usual = usualYaml(inner);
  if (usual !== undefined) return { data: usual };
  // gray-matter closes at any line that begins with ---, so it must not see one.
  if (/^---/m.test(inner)) return { trouble: 'a line inside it begins with ---' };
  try {
    const source = `---\n${inner}${inner === '' || inner.endsWith('\n') ? '' : '\n'}---\n`;
    // An options object keeps gray-matter from caching every text for ever.
    const { data } = matter(source, { language: 'yaml', engines: { ...engines } }) as { data: unknown };
    if (data === null || data === undefined) return { data: {} };
    if (typeof data !== 'object' || Array.isArray(data)) return { trouble: 'it is not a mapping' };
    return { data: data as Record<string, unknown> };
  } catch (error) {
    return { trouble: firstLine(error) };
  }
}

const rule = Buffer.from('---');
const refuse = {
  parse(): object {
    throw new Error('a front matter language other than YAML');
  },
};
const engines = {
  yaml: {
    parse: (text: string): object => {
      const data = readYaml(text);
      return (data === undefined ? {} : data) as object;
    },
  },
  json: refuse,
  javascript: refuse,
};

interface Head {
  /** Behind the opening line. */
  readonly inner: number;
  /** Offset of the closing line. */
  readonly close?: number;
  /** As far as a closing line was looked for. */
  readonly limit: number;
}

function findHead(bytes: Buffer): Head | undefined {
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  const inner = lineBehindRule(bytes, start);
  if (inner < 0) return undefined;
  const window = bytes.subarray(0, start + maxFrontMatter);
  const limit = findMarker(window, inner)?.start ?? window.length;
  for (let at = inner; at < limit; at = endOfLine(bytes, at)) {
    if (lineBehindRule(bytes, at) >= 0) return { inner, close: at, limit };
  }
  return { inner, limit };
}

/** Offset behind the line at `at` when it is exactly ---, else -1. */
function lineBehindRule(bytes: Buffer, at: number): number {
  if (bytes.compare(rule, 0, 3, at, Math.min(at + 3, bytes.length)) !== 0) return -1;
  const end = endOfLine(bytes.subarray(0, at + 5), at);
  return withoutLineEnd(bytes, at, end) === at + 3 && (end > at + 3 || end === bytes.length) ? end : -1;
}

function languageTrouble(bytes: Buffer): string | undefined {
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  const line = bytes.toString('latin1', start, Math.min(start + 64, bytes.length)).split(/\r?\n/, 1)[0] ?? '';
  const language = /^---[ \t]*([A-Za-z]\w*)[ \t]*$/.exec(line)?.[1];
  return language === undefined
    ? undefined
    : `Front matter in the language "${language}" is not supported and never run; expected a first line exactly --- with YAML below it. It is kept and read as free text.`;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]!.slice(0, 200);
}
