import { createRequire } from 'node:module';
import { getSystemErrorName } from 'node:util';

/** System calls that Node does not offer. Each throws a system error with `code`, as Node's own calls do. */
export interface Native {
  /** Swaps two names of one file system in one step. */
  exchange(one: string, other: string): void;
  /** Whether nobody has the file open for writing; undefined where the system cannot tell. */
  unwritten(fd: number): boolean | undefined;
  /** Takes or refuses the kernel's advisory lock without waiting; undefined where there is none. */
  lock(fd: number): boolean | undefined;
  /** Sets both time stamps to the nanosecond. */
  stamp(fd: number, atimeNs: bigint, mtimeNs: bigint): void;
  /** Copies every extended attribute, access control lists among them. */
  copyAttributes(from: number, to: number): void;
}

/**
 * The native calls of this system through koffi, or undefined where koffi is not installed or the system has none.
 * Loaded at the first call, once: reading a vault must not pay for it.
 */
export function native(): Native | undefined {
  if (loaded === undefined) loaded = { calls: load() };
  return loaded.calls;
}

let loaded: { calls: Native | undefined } | undefined;

type Koffi = typeof import('koffi').default;
type Call = (...args: unknown[]) => number | bigint;

function load(): Native | undefined {
  if (process.platform !== 'linux' && process.platform !== 'darwin') return undefined;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    return process.platform === 'linux' ? linux(koffi) : mac(koffi);
  } catch {
    return undefined;
  }
}

function linux(koffi: Koffi): Native {
  const libc = koffi.load(null);
  const fcntl = libc.func('int fcntl(int, int, ...)') as unknown as Call;
  const flock = libc.func('int flock(int, int)') as unknown as Call;
  const atWork = -100;
  const swap = 2;
  const rename = renameat2(koffi);
  // A broken lease raises SIGIO, which ends Node; SIGURG is ignored by default, in worker threads too.
  process.on('SIGIO', () => {});
  return {
    exchange: (one, other) =>
      must(koffi, 'renameat2', Number(rename(atWork, one, atWork, other, swap)), `${one} <-> ${other}`),
    unwritten: (fd) => {
      fcntl(fd, F.SETSIG, 'int', SIGURG);
      if (fcntl(fd, F.SETLEASE, 'int', F.RDLCK) === 0) {
        fcntl(fd, F.SETLEASE, 'int', F.UNLCK);
        return true;
      }
      return koffi.errno() === koffi.os.errno.EAGAIN ? false : undefined;
    },
    lock: (fd) => tryLock(koffi, flock, fd),
    stamp: stamps(koffi),
    copyAttributes: attributes(koffi),
  };
}

const F = { SETLEASE: 1024, SETSIG: 10, RDLCK: 0, UNLCK: 2 } as const;
const SIGURG = 23;

/** glibc before 2.28 has no renameat2; the kernel call has one number a processor. */
function renameat2(koffi: Koffi): Call {
  const libc = koffi.load(null);
  try {
    return libc.func('int renameat2(int, const char *, int, const char *, unsigned int)') as unknown as Call;
  } catch {
    const number = { x64: 316, arm64: 276 }[process.arch as string];
    if (number === undefined) throw new Error(`no renameat2 on ${process.arch}`);
    const syscall = libc.func(
      'long syscall(long, int, const char *, int, const char *, unsigned int)',
    ) as unknown as Call;
    return (...args) => syscall(number, ...args);
  }
}

/** Written from Apple's manual pages and never run: there was no Mac to run it on. */
function mac(koffi: Koffi): Native {
  const libc = koffi.load(null);
  const rename = libc.func('int renamex_np(const char *, const char *, unsigned int)') as unknown as Call;
  const flock = libc.func('int flock(int, int)') as unknown as Call;
  const copyfile = libc.func('int fcopyfile(int, int, void *, unsigned int)') as unknown as Call;
  const swap = 2;
  const aclAndXattr = 1 | 4;
  return {
    exchange: (one, other) =>
      must(koffi, 'renamex_np', Number(rename(one, other, swap)), `${one} <-> ${other}`),
    unwritten: () => undefined,
    lock: (fd) => tryLock(koffi, flock, fd),
    stamp: stamps(koffi),
    copyAttributes: (from, to) =>
      must(koffi, 'fcopyfile', Number(copyfile(from, to, null, aclAndXattr)), 'attributes'),
  };
}

function tryLock(koffi: Koffi, flock: Call, fd: number): boolean | undefined {
  const exclusiveNow = 2 | 4;
  if (flock(fd, exclusiveNow) === 0) return true;
  return koffi.errno() === koffi.os.errno.EWOULDBLOCK ? false : undefined;
}

function stamps(koffi: Koffi): Native['stamp'] {
  const timespec = koffi.struct({ tv_sec: 'int64', tv_nsec: 'int64' });
  const futimens = koffi
    .load(null)
    .func('futimens', 'int', ['int', koffi.pointer(timespec)]) as unknown as Call;
  const split = (ns: bigint) => ({ tv_sec: ns / 1_000_000_000n, tv_nsec: ns % 1_000_000_000n });
  return (fd, atimeNs, mtimeNs) =>
    must(koffi, 'futimens', Number(futimens(fd, [split(atimeNs), split(mtimeNs)])), 'time stamps');
}

function attributes(koffi: Koffi): Native['copyAttributes'] {
  const libc = koffi.load(null);
  const list = libc.func('int64 flistxattr(int, _Out_ uint8_t *, size_t)') as unknown as Call;
  const get = libc.func('int64 fgetxattr(int, const char *, _Out_ uint8_t *, size_t)') as unknown as Call;
  const set = libc.func('int fsetxattr(int, const char *, const uint8_t *, size_t, int)') as unknown as Call;
  const value = (fd: number, name: string) => {
    const room = Buffer.alloc(65_536);
    const size = Number(get(fd, name, room, room.length));
    return size < 0 ? undefined : room.subarray(0, size);
  };
  return (from, to) => {
    const room = Buffer.alloc(65_536);
    const size = Number(list(from, room, room.length));
    if (size < 0 && koffi.errno() === koffi.os.errno.ENOTSUP) return;
    must(koffi, 'flistxattr', size, 'attributes');
    for (const name of room.toString('utf8', 0, size).split('\0').filter(Boolean)) {
      const wanted = value(from, name);
      if (wanted === undefined) must(koffi, 'fgetxattr', -1, name);
      // what the system sets by itself (a security label) may be right already, and unchangeable for us
      else if (!value(to, name)?.equals(wanted))
        must(koffi, 'fsetxattr', Number(set(to, name, wanted, wanted.length, 0)), name);
    }
  };
}

function must(koffi: Koffi, syscall: string, result: number, about: string): void {
  if (result >= 0) return;
  const errno = koffi.errno();
  const code = getSystemErrorName(-errno);
  throw Object.assign(new Error(`${code}: ${syscall} ${about}`), { code, errno: -errno, syscall });
}
