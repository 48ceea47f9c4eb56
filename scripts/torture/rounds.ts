import type { Disk } from '../../vault/index.ts';
import { recover } from '../../vault/write/recover.ts';
import { type Planner, replace } from '../../vault/write/replace.ts';
import { workOf } from '../../vault/write/work.ts';
import { hooked } from './hooked.ts';
import { MemoryDisk } from './memory-disk.ts';
import type { Random } from './random.ts';

const mark = 'SHORT FORM\n';
const root = '/vault';
const file = `${root}/chat.md`;
const linger = 30_000;

const plan: Planner = (bytes) => {
  const text = Buffer.from(bytes).toString();
  if (text.includes(mark)) return { kind: 'nothing' };
  return { kind: 'write', slices: [bytes, Buffer.from(mark)] };
};

/** One step of a save; a save is one to four of them. */
type Step = () => void;

/** How a save goes, and what the file holds afterwards. */
interface Save {
  readonly steps: readonly Step[];
  readonly after: (before: string) => string;
}

/** The saves of people and programs, as steps that may fall between any two calls of ours. */
function saves(disk: MemoryDisk, number: number): readonly Save[] {
  const text = `save ${number}\n${'words '.repeat(number % 7)}`;
  let fd = -1;
  const open = (flags: string) => () => {
    fd = disk.open(file, flags);
  };
  const write = (part: string) => () => disk.append(fd, part);
  const close = () => disk.close(fd);
  const whole = () => text;
  return [
    { steps: [() => disk.overwrite(file, text)], after: whole },
    { steps: [open('w'), write(text.slice(0, 5)), write(text.slice(5)), close], after: whole },
    {
      steps: [() => disk.overwrite(`${root}/new`, text), () => disk.rename(`${root}/new`, file)],
      after: whole,
    },
    {
      steps: [
        () => disk.rename(file, `${file}~`),
        open('w'),
        write(text),
        () => {
          close();
          disk.remove(`${file}~`);
        },
      ],
      after: whole,
    },
    { steps: [open('a'), write(text), close], after: (before) => before + text },
  ];
}

export interface Round {
  /** Which save. */
  readonly kind: number;
  /** At which calls of ours its steps happen; steps that find no call happen behind the last. */
  readonly at: readonly number[];
  /** At which call the process is killed or the power goes; 0: not. */
  readonly end: number;
  readonly power: boolean;
  /** Where the journal of names is cut, and whether unsynced data had reached the disk: for the power only. */
  readonly part: number;
  readonly lucky: boolean;
  /** A call that fails, and how. */
  readonly fails: number;
}

/** A round that a seed decides. */
export function randomRound(random: Random): Round {
  const calls = () => 1 + random.below(60);
  return {
    kind: random.below(5),
    at: Array.from({ length: 4 }, calls).sort((a, b) => a - b),
    end: random.below(3) === 0 ? calls() : 0,
    power: random.below(2) === 0,
    part: random.next(),
    lucky: random.below(2) === 0,
    fails: random.below(5) === 0 ? calls() : 0,
  };
}

/** A chat that is saved and shortened, round after round; `expected` is what the saves alone make of it. */
export class Rounds {
  readonly disk = new MemoryDisk();
  expected = 'first text\n';
  number = 0;
  caught = 0;
  killed = 0;
  exchanges = 0;

  constructor() {
    this.disk.makeFolder(root);
    this.disk.overwrite(file, this.expected);
    this.disk.syncAll();
  }

  /** One round. Afterwards `text` and `copies` say what a person finds. */
  async run(round: Round): Promise<void> {
    this.number += 1;
    const save = saves(this.disk, this.number)[round.kind]!;
    const left = [...save.steps];
    let dead = false;
    const on: Disk = hooked(
      ({ count }) => {
        while (left.length > 0 && round.at[save.steps.length - left.length] === count) this.#step(left);
        if (count === round.end) dead = true;
        if (dead) throw new Error('killed');
        if (count === round.fails) throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
        return undefined;
      },
      () => {},
      this.disk,
    );
    const target = {
      disk: on,
      file,
      work: workOf(root, 'chat.md'),
      mode: 'lossless',
      noExchange: new Set<number>(),
    } as const;
    try {
      const done = await replace(target, plan);
      this.caught += done.caught;
      this.exchanges += done.exchanges;
    } catch {
      if (dead) this.killed += 1;
    }
    if (dead && round.power && left.length === 0) this.disk.losePower(round.part, round.lucky);
    while (left.length > 0) this.#step(left);
    if (dead) this.disk.kill();
    this.expected = save.after(this.expected);
    this.disk.pass(linger * 2);
    await recover(this.disk, root, linger);
    this.disk.pass(linger * 2);
    await recover(this.disk, root, linger);
  }

  get text(): string {
    return this.disk.text(file).replaceAll(mark, '');
  }

  get copies(): string[] {
    return this.disk.list(root).filter((name) => name.includes('(kept '));
  }

  get left(): string[] {
    const tmp = `${root}/.chatvault/tmp`;
    return this.disk.has(tmp) ? this.disk.list(tmp) : [];
  }

  #step(left: Step[]): void {
    left.shift()!();
    this.disk.syncAll();
  }
}
