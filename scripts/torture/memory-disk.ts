import type { Disk, Stamp } from '../../vault/index.ts';

/** A file's content and what the system keeps of it. */
interface Node {
  readonly ino: number;
  kind: 'file' | 'folder';
  bytes: Buffer;
  /** What a power loss leaves of it. */
  durable: Buffer;
  links: number;
  mtimeNs: bigint;
  ctimeNs: bigint;
  writers: number;
}

interface Handle {
  readonly node: Node;
  readonly writes: boolean;
}

/**
 * A disk in memory that keeps the rules of a local Linux disk: names lead to files, an open file lives on under no name,
 * an exchange is one step, somebody who has a file open for writing is seen. Besides the calls of a Disk it has those
 * of other programs, and `losePower`, after which only what was synced is there. Fast enough for a million rounds.
 */
export class MemoryDisk implements Disk {
  #names = new Map<string, Node>();
  /** The names after each change since the last sync, the oldest first: the file system's journal. */
  #journal: Map<string, Node>[] = [new Map()];
  readonly #handles = new Map<number, Handle>();
  #count = 100;
  #time = 1_000_000n;
  #held: number | undefined;

  now = (): number => Number(this.#time) / 1e6;
  wall = (): number => Number(this.#time) / 1e6;
  wait = async (): Promise<void> => {};
  user = (): number => 1000;

  list(folder: string): string[] {
    this.#need(folder);
    const depth = folder.length + 1;
    return [...this.#names.keys()]
      .filter((path) => path.startsWith(`${folder}/`) && !path.includes('/', depth))
      .map((path) => path.slice(depth));
  }

  look = (path: string): Stamp => stamp(this.#need(path));
  lookAt = (fd: number): Stamp => stamp(this.#handle(fd).node);

  open(path: string, flags: string): number {
    let node = this.#names.get(path);
    if (flags.includes('x') && node !== undefined) throw error('EEXIST', path);
    if (node === undefined) {
      if (flags.startsWith('r')) throw error('ENOENT', path);
      node = this.#make(path, 'file');
    }
    if (flags.startsWith('w')) this.#change(node, Buffer.alloc(0));
    const writes = flags !== 'r';
    if (writes) node.writers += 1;
    this.#count += 1;
    this.#handles.set(this.#count, { node, writes });
    return this.#count;
  }

  close(fd: number): void {
    const { node, writes } = this.#handle(fd);
    if (writes) node.writers -= 1;
    if (this.#held === fd) this.#held = undefined;
    this.#handles.delete(fd);
  }

  read = async (fd: number): Promise<Uint8Array> => this.#handle(fd).node.bytes;

  async write(fd: number, slices: readonly Uint8Array[]): Promise<void> {
    const { node } = this.#handle(fd);
    this.#change(node, Buffer.concat([node.bytes, ...slices]));
  }

  /** Syncing anything writes the journal of names. */
  async sync(fd: number): Promise<void> {
    const { node } = this.#handle(fd);
    node.durable = node.bytes;
    this.#journal = [this.#names];
  }

  async syncFolder(): Promise<void> {
    this.#journal = [this.#names];
  }

  dress(_: number, to: number, like: Stamp): void {
    this.#handle(to).node.mtimeNs = like.mtimeNs;
  }

  rename(from: string, to: string): void {
    const node = this.#need(from);
    const over = this.#names.get(to);
    if (over !== undefined) over.links -= 1;
    this.#named([from, undefined], [to, node]);
    node.ctimeNs = this.#tick();
  }

  link(from: string, to: string): void {
    const node = this.#need(from);
    if (this.#names.has(to)) throw error('EEXIST', to);
    this.#named([to, node]);
    node.links += 1;
  }

  remove(path: string): void {
    const node = this.#need(path);
    node.links -= 1;
    this.#named([path, undefined]);
  }

  makeFolder(path: string): void {
    const pieces = path.split('/');
    for (let end = 2; end <= pieces.length; end += 1) {
      const folder = pieces.slice(0, end).join('/');
      if (!this.#names.has(folder)) this.#make(folder, 'folder');
    }
  }

  removeFolder(path: string): void {
    if (this.list(path).length > 0) throw error('ENOTEMPTY', path);
    this.#named([path, undefined]);
  }

  writable = (): boolean => true;

  exchange(one: string, other: string): void {
    const [first, second] = [this.#need(one), this.#need(other)];
    this.#named([one, second], [other, first]);
    first.ctimeNs = second.ctimeNs = this.#tick();
  }

  unwritten = (fd: number): boolean => this.#handle(fd).node.writers === 0;

  lock(fd: number): boolean {
    if (this.#held !== undefined) return false;
    this.#held = fd;
    return true;
  }

  /** A process is killed: nobody has anything open, the lock is free, the disk is as it is. */
  kill(): void {
    this.#handles.clear();
    this.#held = undefined;
    for (const node of this.#names.values()) node.writers = 0;
  }

  /**
   * The machine stops: of the changes of names since the last sync a first part is there (`part` of 0 to 1), of what was
   * written to files and not synced nothing, or all where `lucky`.
   */
  losePower(part: number, lucky: boolean): void {
    this.kill();
    const names = this.#journal[Math.floor(part * this.#journal.length)]!;
    this.#names = names;
    this.#journal = [names];
    for (const node of names.values()) {
      if (!lucky) node.bytes = node.durable;
      node.links = [...names.values()].filter((other) => other === node).length;
    }
  }

  /** What other programs wrote is on the disk for certain. */
  syncAll(): void {
    this.#journal = [this.#names];
    for (const node of this.#names.values()) node.durable = node.bytes;
  }

  /** Another program's whole save in place. */
  overwrite(path: string, text: string): void {
    const fd = this.open(path, 'w');
    this.append(fd, text);
    this.close(fd);
  }

  /** Another program's write to a file that it has open. */
  append(fd: number, text: string): void {
    const { node } = this.#handle(fd);
    this.#change(node, Buffer.concat([node.bytes, Buffer.from(text)]));
  }

  text(path: string): string {
    return this.#need(path).bytes.toString();
  }

  has = (path: string): boolean => this.#names.has(path);

  pass(ms: number): void {
    this.#time += BigInt(ms) * 1_000_000n;
  }

  #make(path: string, kind: Node['kind']): Node {
    this.#count += 1;
    const now = this.#tick();
    const node = {
      ino: this.#count,
      kind,
      bytes: Buffer.alloc(0),
      durable: Buffer.alloc(0),
      links: 1,
      mtimeNs: now,
      ctimeNs: now,
      writers: 0,
    };
    this.#named([path, node]);
    return node;
  }

  /** One change of names; two of them in one are one step. */
  #named(...changes: readonly (readonly [string, Node | undefined])[]): void {
    this.#names = new Map(this.#names);
    for (const [path, node] of changes) {
      if (node === undefined) this.#names.delete(path);
      else this.#names.set(path, node);
    }
    this.#journal.push(this.#names);
  }

  #change(node: Node, bytes: Buffer): void {
    node.bytes = bytes;
    node.mtimeNs = node.ctimeNs = this.#tick();
  }

  #tick(): bigint {
    this.#time += 1000n;
    return this.#time;
  }

  #need(path: string): Node {
    const node = this.#names.get(path);
    if (node === undefined) throw error('ENOENT', path);
    return node;
  }

  #handle(fd: number): Handle {
    const handle = this.#handles.get(fd);
    if (handle === undefined) throw error('EBADF', String(fd));
    return handle;
  }
}

function stamp({ ino, kind, bytes, links, mtimeNs, ctimeNs }: Node): Stamp {
  return {
    kind,
    dev: 1,
    ino,
    size: bytes.length,
    mode: 0o644,
    uid: 1000,
    gid: 1000,
    links,
    atimeNs: mtimeNs,
    mtimeNs,
    ctimeNs,
  };
}

function error(code: string, about: string): Error {
  return Object.assign(new Error(`${code}: ${about}`), { code });
}
