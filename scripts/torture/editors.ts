import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import { changed, message } from './texts.ts';

/** One way of saving. Gives what stands in the file afterwards by the editor's own account. */
export interface Editor {
  readonly name: string;
  /** The programs it takes, where not the one of its name alone. */
  readonly needs?: readonly string[];
  save(file: string, text: string, save: number, random: Random): Promise<string>;
}

/** Ways of saving that were recorded from real programs, and the programs themselves where they are installed. */
export function editors(): Editor[] {
  return [...recorded, ...real.filter(({ name, needs = [name] }) => needs.every(installed))];
}

export function installed(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}

const recorded: Editor[] = [
  {
    // nano, ed, micro, kakoune, VS Code, Obsidian, node
    name: 'truncate-writer',
    async save(file, text, save, random) {
      const after = changed(text, save, random);
      const fd = openSync(file, 'w');
      await pieces(fd, after, random);
      return after;
    },
  },
  {
    // sed, perl, gedit, rsync
    name: 'rename-writer',
    async save(file, text, save, random) {
      const after = changed(text, save, random);
      writeFileSync(`${file}.new`, after);
      if (random.below(2) === 0) await pause(random.below(3));
      renameSync(`${file}.new`, file);
      return after;
    },
  },
  {
    // vim, neovim, the first save of emacs
    name: 'move-aside-writer',
    async save(file, text, save, random) {
      const after = changed(text, save, random);
      try {
        renameSync(file, `${file}~`);
      } catch {
        return this.save(file, text, save, random);
      }
      const fd = openSync(file, 'w');
      await pieces(fd, after, random);
      unlinkSync(`${file}~`);
      return after;
    },
  },
  {
    name: 'in-place-writer',
    async save(file, text, save, random) {
      const after = changed(text, save, random);
      const fd = openSync(file, 'r+');
      if (random.below(2) === 0) await pause(random.below(3));
      writeSync(fd, after, 0);
      ftruncateSync(fd, Buffer.byteLength(after));
      closeSync(fd);
      return after;
    },
  },
];

/** Appends to whatever stands there; the one kind of save that does not replace the whole text. */
export async function append(file: string, id: number, save: number, random: Random): Promise<string> {
  const added = message(id, save);
  if (random.below(2) === 0) appendFileSync(file, added);
  else {
    const fd = openSync(file, 'a');
    await pause(random.below(20));
    writeSync(fd, added);
    closeSync(fd);
  }
  return added;
}

const real: Editor[] = [
  {
    name: 'vim',
    save: (file, _, save) =>
      program(
        file,
        'vim',
        [
          '-es',
          '-u',
          'NONE',
          '--cmd',
          'set backupskip= nofixendofline',
          '-c',
          `%s/^m\\(\\d\\+\\) v\\d\\+ /m\\1 v${save} /`,
          '-c',
          'wq',
          file,
        ],
        (before) => before.replace(/^m(\d+) v\d+ /gm, `m$1 v${save} `),
      ),
  },
  {
    name: 'sed',
    save: (file, _, save) =>
      program(file, 'sed', ['-i', '-E', `s/^m([0-9]+) v[0-9]+ /m\\1 v${save} /`, file], (before) =>
        before.replace(/^m(\d+) v\d+ /gm, `m$1 v${save} `),
      ),
  },
  {
    name: 'ed',
    save: (file, _, save) =>
      program(
        file,
        'ed',
        ['-s', file],
        (before) => withLineEnd(before.replace(/^m(\d+) v\d+ /gm, `m$1 v${save} `)),
        `,s/^m\\([0-9]*\\) v[0-9]* /m\\1 v${save} /\nw\nq\n`,
      ),
  },
  {
    // at a terminal, because it saves in no other way
    name: 'nano',
    needs: ['nano', 'python3'],
    save: (file, _, save) =>
      program(file, 'python3', [join(import.meta.dirname, 'nano.py'), file, String(save)], (before) =>
        before.replace(/^m(\d+) v\d+ /gm, `m$1 v${save} `),
      ),
  },
];

/** ed ends the last line. */
function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Runs a program that reads the file itself: what it makes of the text is known from the text it found. */
async function program(
  file: string,
  name: string,
  args: readonly string[],
  makes: (before: string) => string,
  input = '',
): Promise<string> {
  const before = readFileSync(file, 'utf8');
  const child = spawn(name, args, {
    cwd: dirname(file),
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 20_000,
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${code} on ${basename(file)}`);
  return makes(before);
}

async function pieces(fd: number, text: string, random: Random): Promise<void> {
  const bytes = Buffer.from(text);
  const count = 1 + random.below(3);
  for (let at = 0; at < count; at += 1) {
    const [from, to] = [at, at + 1].map((each) => Math.floor((bytes.length * each) / count));
    writeSync(fd, bytes.subarray(from, to));
    if (random.below(2) === 0) await pause(random.below(3));
  }
  closeSync(fd);
}
