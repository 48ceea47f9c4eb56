import { basename, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { State, StateSource } from '../../core/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { Terminal } from '../command.ts';
import { commandLimits, commandOutput } from './command-output.ts';
import { readBeginning, settingFile, whyNot } from './vault-file.ts';

/** The most characters of one source. */
const mostCharacters = 8000;

/**
 * What is so now: the sources of the setting (commands run at the same time, in the vault's root), then the files that
 * the person names. Never throws: what cannot be had is said in its place, for the talk goes on without it.
 */
export function state(
  vault: Vault,
  sources: readonly StateSource[],
  files: readonly string[],
  { cwd, env }: Pick<Terminal, 'cwd' | 'env'>,
  limits = commandLimits,
): Promise<State[]> {
  const texts = sources.map(async (source): Promise<State> => {
    if ('file' in source)
      return fromFile(source.name, source.file, () => settingFile(vault, source.file, env));
    const { command } = source;
    const words = typeof command === 'string' ? command.split(/ +/) : command;
    const name = source.name ?? nameOf(words[0] ?? '');
    try {
      return { name, text: said(await commandOutput(words, vault.root, env, limits)) };
    } catch (error) {
      return { name, text: `could not be had: it ${(error as Error).message}` };
    }
  });
  const asked = files.map((file) => fromFile(undefined, file, () => resolve(cwd, file)));
  return Promise.all([...texts, ...asked]);
}

function fromFile(name: string | undefined, path: string, place: () => string): State {
  const called = name ?? nameOf(path);
  try {
    const { text } = readBeginning(place(), 4 * mostCharacters + 4);
    return { name: called, text: said(text) };
  } catch (error) {
    return { name: called, text: `could not be read (${whyNot(error)})` };
  }
}

/** It stands in a record's brackets: it may not close them. */
function nameOf(path: string): string {
  return basename(path)
    .replace(/(?<=.)\.[^.]*$/, '')
    .replace(/[\p{Cc}\u2028\u2029[\]]+/gu, ' ');
}

/** Without colours of a terminal, cut to size between characters. */
function said(text: string): string {
  const plain = stripVTControlCharacters(text).trim();
  if (plain === '') return '(empty)';
  if (plain.length <= mostCharacters) return plain;
  return `${plain.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, '')}\n(cut after ${mostCharacters} characters)`;
}
