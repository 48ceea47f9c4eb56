import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ChatvaultError } from '../../core/index.ts';
import type { Terminal } from '../command.ts';
import { conversationFiles, isZip } from './zip.ts';

/** Bytes of the largest file that is read: a text in memory cannot be much longer. */
const mostBytes = 400 * 2 ** 20;

/** What is taken of a folder: Markdown only where SpecStory put it, because a folder may be full of a person's notes. */
const isExport = /\.jsonl?$|[\\/]?\.specstory[\\/].*\.md$/i;

/**
 * The files that were named, in order: a folder stands for the exports in it, however deep, in the order of their names;
 * links in it are not followed. A name that does not exist is kept, so that reading it can say so.
 */
export function importFiles(named: readonly string[], cwd: string): string[] {
  return named.flatMap((name) => {
    const path = resolve(cwd, name);
    const isFolder = name !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory();
    return isFolder === true ? inFolder(name, path) : [name];
  });
}

/** A text with the name of its file, without folders. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * A file's text; of a zip archive the texts of the files with conversations in it. `-` is standard input, which may be
 * either. Throws `usage` for one that is too large and for an archive without conversations, and system errors.
 */
export async function readTexts(file: string, terminal: Terminal): Promise<readonly NamedText[]> {
  const path = resolve(terminal.cwd, file);
  if (file !== '-') mustBeReadable(statSync(path).size);
  const bytes = file === '-' ? await terminal.inputBytes() : await readFile(path);
  mustBeReadable(bytes.length);
  const name = file === '-' ? 'standard input' : basename(path);
  if (!isZip(bytes)) return [{ name, text: decoded(bytes) }];
  return (await conversationFiles(bytes)).map((inner) => ({ name: inner.name, text: decoded(inner.bytes) }));
}

function mustBeReadable(size: number): void {
  if (size <= mostBytes) return;
  throw new ChatvaultError(
    'usage',
    `it has ${Math.round(size / 2 ** 20)} MB; files of up to ${mostBytes / 2 ** 20} MB are read`,
    'Split the export into several files',
  );
}

function inFolder(name: string, path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(name, entry.name);
      if (entry.isDirectory()) return inFolder(inner, join(path, entry.name));
      return entry.isFile() && isExport.test(inner) ? [inner] : [];
    });
}

/** UTF-8, or UTF-16 where a byte order mark says so (exports that went through PowerShell). */
function decoded(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
