import { ChatvaultError } from '../../core/index.ts';

/**
 * A system error of the disk as a sentence with what to do; undefined for every other value. Where the error does not
 * name a path, the sentence does without.
 */
export function diskTrouble(error: unknown): ChatvaultError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  const { found, remedy } = troubles[code ?? ''] ?? {
    found: 'cannot be used',
    remedy: 'Check the disk, then try again.',
  };
  const what = path === undefined || path === '' ? 'A file of the vault' : path;
  return new ChatvaultError('disk', `${what} ${found} (${code})`, remedy, { cause: error });
}

interface Trouble {
  readonly found: string;
  readonly remedy: string;
}

const noPermission: Trouble = {
  found: 'may not be used by you',
  remedy: 'Change the permissions of the file and its folder, or work as the user they belong to.',
};
const noRoom: Trouble = {
  found: 'found no room on its disk',
  remedy: 'Free some room, then try again.',
};
const noFolder: Trouble = {
  found: 'needs a folder where something else stands',
  remedy: 'Move away what stands there, then try again.',
};
const tooManyOpen: Trouble = {
  found: 'cannot be opened, because too many files are open',
  remedy: 'Close other programs or raise the limit of open files, then try again.',
};

const troubles: Readonly<Record<string, Trouble>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: {
    found: 'stands on a disk that is read-only',
    remedy: 'Make the disk writable; commands that only read work as it is.',
  },
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  EISDIR: {
    found: 'is a folder where a file was expected',
    remedy: 'Move it away, then try again.',
  },
  ELOOP: {
    found: 'is a link that leads in a circle',
    remedy: 'Remove the link, then try again.',
  },
  ENOENT: {
    found: 'is not there',
    remedy: 'Check the name, and whether its disk is mounted.',
  },
  EMFILE: tooManyOpen,
  ENFILE: tooManyOpen,
};
