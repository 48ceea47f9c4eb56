import { keptPattern } from './write/keep.ts';

/** The name a copy was made from, and whether the name alone proves it. */
export interface CopyName {
  /** The file name of the original, in the same folder. */
  readonly original: string;
  /** `sure`: only a sync or merge tool gives such names. `maybe`: people do too, so the content must agree. */
  readonly trust: 'sure' | 'maybe';
}

/**
 * What a file's name says about being a sync or merge tool's copy of another: Syncthing, Dropbox, OneDrive, iCloud,
 * git mergetool, and our own kept copies. Undefined for an ordinary name.
 */
export function copyName(name: string): CopyName | undefined {
  const ending = /\.[^.]*$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  for (const [pattern, trust] of patterns) {
    const original = stem.replace(pattern, '');
    if (original !== stem && original !== '') return { original: original + ending, trust };
  }
  return undefined;
}

const patterns: readonly (readonly [RegExp, CopyName['trust']])[] = [
  [/\.sync-conflict-\d{8}-\d{6}-[A-Z0-9]{7}$/, 'sure'],
  [/ \([^()]*(?:conflict|konflikt|conflit|競合|冲突|충돌)[^()]*\)$/i, 'sure'],
  [keptPattern, 'sure'],
  [/_(?:BACKUP|LOCAL|REMOTE|BASE)_\d+$/, 'sure'],
  [/ \d{1,2}$/, 'maybe'],
  [/-[^-]+$/, 'maybe'],
];
