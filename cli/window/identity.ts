import { resolve } from 'node:path';
import { ChatvaultError } from '../../core/index.ts';
import { codeOf, type Vault } from '../../vault/index.ts';
import type { Terminal } from '../command.ts';
import { readBeginning, settingFile, whyNot } from './vault-file.ts';

/** Texts that stand before a history, and what could not be read, a sentence each. */
export interface Identity {
  readonly texts: readonly string[];
  readonly notes: readonly string[];
}

/**
 * SOUL.md and USER.md of the vault where they exist, the files of the setting, then those that the person names now.
 * What a setting names and cannot be read is told in `notes`; a missing file of the person's own words throws `not-found`.
 */
export function identity(
  vault: Vault,
  wanted: readonly string[],
  named: readonly string[],
  { cwd, env }: Pick<Terminal, 'cwd' | 'env'>,
): Identity {
  const notes: string[] = [];
  const read = (path: string, from: string): string => {
    try {
      return whole(settingFile(vault, path, env));
    } catch (error) {
      if (from !== '' || codeOf(error) !== 'ENOENT')
        notes.push(`${from}${path} was left out of the request (${whyNot(error)})`);
      return '';
    }
  };
  const texts = [
    ...['SOUL.md', 'USER.md'].map((path) => read(path, '')),
    ...wanted.map((path) => read(path, 'window.identity: ')),
    ...named.map((path) => asked(resolve(cwd, path))),
  ];
  return { texts: texts.filter((text) => text !== ''), notes };
}

function asked(file: string): string {
  try {
    return whole(file);
  } catch (error) {
    throw new ChatvaultError(
      'not-found',
      `${file} cannot be read (${whyNot(error)})`,
      'Check the name of the file with instructions.',
      { cause: error },
    );
  }
}

/** The most bytes of one file with instructions: far more than any window. */
const mostBytes = 4 * 1024 * 1024;

function whole(file: string): string {
  const { text, cut } = readBeginning(file, mostBytes);
  if (cut) throw Object.assign(new Error(), { code: `it is larger than ${mostBytes} bytes` });
  return text;
}
