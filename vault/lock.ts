import { ftruncateSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { ChatvaultError } from '../core/index.ts';
import { codeOf, type Disk } from './write/disk.ts';

/** A lock that is held. */
export interface Lock {
  release(): void;
}

/** Who holds a lock, as the lock file says; for messages and for telling a dead holder from a living one. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When that process started, as the system counts it; tells a reused process number. */
  readonly start: string;
}

/**
 * Takes the lock that stands at `path` (its folder must exist), waiting at most `patience` milliseconds.
 * The kernel's lock where there is one: it ends with its process, however that ends. Else a file that only one can
 * create, which a later process takes over when the process named in it is gone; on another machine's file it never
 * guesses. Throws `locked` and says who holds it.
 */
export async function lock(disk: Disk, path: string, patience: number): Promise<Lock> {
  const end = disk.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    const taken = attempt(disk, path);
    if (taken !== undefined) return taken;
    if (disk.now() >= end) throw held(path, holder(path) ?? holder(`${path}.held`));
    await disk.wait(pause);
  }
}

function attempt(disk: Disk, path: string): Lock | undefined {
  mustBeFile(disk, path);
  const fd = disk.open(path, 'a+');
  let answer: boolean | undefined;
  try {
    answer = disk.lock(fd);
    if (answer === true) {
      sign(fd);
      return { release: () => disk.close(fd) };
    }
  } catch (error) {
    disk.close(fd);
    throw error;
  }
  disk.close(fd);
  return answer === false ? undefined : attemptFile(disk, `${path}.held`);
}

/** Its holder is written into it: a link that came with a stranger's vault would lead that out of it. */
function mustBeFile(disk: Disk, path: string): void {
  try {
    if (disk.look(path).kind === 'file') return;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  throw new ChatvaultError(
    'disk',
    `${path} is a link or a folder; expected was a plain file`,
    'Move it away; chatvault makes its lock files anew.',
  );
}

/** Without a kernel lock: the file itself is the lock. */
function attemptFile(disk: Disk, path: string): Lock | undefined {
  try {
    const fd = disk.open(path, 'wx');
    sign(fd);
    disk.close(fd);
    return { release: () => disk.remove(path) };
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = holder(path);
  if (found === undefined || !gone(found)) return undefined;
  // Two may find the dead one at once: only one rename of it succeeds, and the next round creates it anew.
  const aside = `${path}.${process.pid}`;
  try {
    disk.rename(path, aside);
    disk.remove(aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return undefined;
}

function sign(fd: number): void {
  ftruncateSync(fd, 0);
  const me: Holder = { pid: process.pid, host: hostname(), start: startOf(process.pid) };
  writeSync(fd, `${JSON.stringify(me)}\n`);
}

function holder(path: string): Holder | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return found !== null && typeof found === 'object' && 'pid' in found ? (found as Holder) : undefined;
  } catch {
    return undefined;
  }
}

function gone({ pid, host, start }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
  return startOf(pid) !== start;
}

/** Field 22 of /proc/PID/stat, with the process space it is counted in; empty where there is no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const field = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${field} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

function held(path: string, by: Holder | undefined): ChatvaultError {
  const who = by === undefined ? 'another process' : `process ${by.pid} on ${by.host}`;
  return new ChatvaultError(
    'locked',
    `${path} is held by ${who}`,
    'Wait until it has finished or end it; if that process is gone and was on another machine, delete the lock file.',
  );
}
