import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Disk, disk } from '../../vault/index.ts';
import { recover } from '../../vault/write/recover.ts';
import { type Planner, replace } from '../../vault/write/replace.ts';
import { workOf } from '../../vault/write/work.ts';
import { folder, hooked } from './disks.ts';

/** vim and others save in another way under the system's temporary folder. */
const here = join(import.meta.dirname, '../../.tmp-tests');
const mark = 'SHORT FORM\n';
const plan: Planner = (bytes) =>
  Buffer.from(bytes).includes(mark)
    ? { kind: 'nothing' }
    : { kind: 'write', slices: [bytes, Buffer.from(mark)] };
const before = `line one\nTARGET here\n${'a long line of a chat\n'.repeat(400)}last line\n`;

/** Programs of a person, each told to put SAVED in the place of TARGET in chat.md. */
const programs: readonly { name: string; command: readonly string[]; input?: string; needs?: string }[] = [
  { name: 'vim', command: ['vim', '-es', '-u', 'NONE', '-c', '%s/TARGET/SAVED/', '-c', 'wq', 'chat.md'] },
  {
    name: 'vim, backupcopy=yes',
    command: [
      'vim',
      '-es',
      '-u',
      'NONE',
      '--cmd',
      'set backupcopy=yes',
      '-c',
      '%s/TARGET/SAVED/',
      '-c',
      'wq',
      'chat.md',
    ],
    needs: 'vim',
  },
  {
    name: 'nvim',
    command: ['nvim', '--headless', '-u', 'NONE', '-c', '%s/TARGET/SAVED/', '-c', 'wq', 'chat.md'],
  },
  {
    name: 'emacs',
    command: [
      'emacs',
      '--batch',
      'chat.md',
      '--eval',
      '(progn (goto-char 1) (search-forward "TARGET") (replace-match "SAVED") (save-buffer))',
    ],
  },
  { name: 'ed', command: ['ed', '-s', 'chat.md'], input: ',s/TARGET/SAVED/\nw\nq\n' },
  { name: 'sed', command: ['sed', '-i', 's/TARGET/SAVED/', 'chat.md'] },
  { name: 'perl', command: ['perl', '-i', '-pe', 's/TARGET/SAVED/', 'chat.md'] },
  {
    name: 'sh',
    command: ['sh', '-c', 'sed s/TARGET/SAVED/ chat.md > other.txt; cat other.txt > chat.md; rm other.txt'],
  },
  {
    name: 'python3',
    command: [
      'python3',
      '-c',
      't=open("chat.md").read(); open("chat.md","w").write(t.replace("TARGET","SAVED"))',
    ],
  },
  {
    name: 'rsync',
    command: [
      'sh',
      '-c',
      'sed s/TARGET/SAVED/ chat.md > other.txt && rsync -I other.txt chat.md && rm other.txt',
    ],
  },
  {
    name: 'rsync --inplace',
    command: [
      'sh',
      '-c',
      'sed s/TARGET/SAVED/ chat.md > other.txt && rsync -I --inplace other.txt chat.md && rm other.txt',
    ],
    needs: 'rsync',
  },
  { name: 'nano', command: ['python3', '-c', nano()] },
  { name: 'git', command: ['sh', '-c', 'git stash -q; git checkout -q saved -- chat.md'] },
];

/** nano wants a terminal: replace, all, save, leave. */
function nano(): string {
  return `
import os, pty, time, select
pid, fd = pty.fork()
if pid == 0:
    os.environ['TERM'] = 'xterm'
    os.execvp('nano', ['nano', '-L', 'chat.md'])
def drain(seconds):
    end = time.time() + seconds
    while time.time() < end:
        if select.select([fd], [], [], 0.05)[0]:
            try: os.read(fd, 65536)
            except OSError: return
drain(0.5)
for keys in (b'\\x1c', b'TARGET\\r', b'SAVED\\r', b'a', b'\\x0f', b'\\r', b'\\x18'):
    os.write(fd, keys)
    drain(0.3)
os.waitpid(pid, 0)
`;
}

function installed(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}

interface Scene {
  readonly root: string;
  readonly save: () => void;
  readonly run: (on: Disk) => Promise<string>;
  readonly text: () => string;
}

function scene(command: readonly string[], input = ''): Scene {
  const root = folder(here);
  const file = join(root, 'chat.md');
  writeFileSync(file, before);
  if (command.join(' ').includes('git')) {
    const git = (...args: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root });
    git('init', '-q');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    git('checkout', '-q', '-b', 'saved');
    writeFileSync(file, before.replace('TARGET', 'SAVED'));
    git('add', 'chat.md');
    git('commit', '-q', '-m', '1');
    git('checkout', '-q', '-b', 'work');
    writeFileSync(file, before);
    git('commit', '-qam', '2');
  }
  const target = {
    file,
    work: workOf(root, 'chat.md'),
    mode: 'lossless',
    noExchange: new Set<number>(),
  } as const;
  return {
    root,
    save: () => {
      const ran = spawnSync(command[0]!, command.slice(1), {
        cwd: root,
        input,
        encoding: 'utf8',
        timeout: 20_000,
      });
      if (ran.status !== 0) throw new Error(`${command[0]} ended with ${ran.status}: ${ran.stderr}`);
    },
    run: async (on) => (await replace({ ...target, disk: on }, plan)).kind,
    text: () => readFileSync(file, 'utf8'),
  };
}

const saved = before.replace('TARGET', 'SAVED');

describe('T3 T4 a real program saves', () => {
  for (const { name, command, input, needs } of programs) {
    const there = installed(needs ?? name.split(' ')[0]!);
    describe.skipIf(!there)(there ? name : `${name} (not installed)`, () => {
      test('just before ours takes the name: its text stays, ours is made on it', async () => {
        const { save, run, text } = scene(command, input);
        let done = false;
        const on = hooked((call) => {
          if (call.name === 'exchange' && !done) {
            done = true;
            save();
          }
          return undefined;
        });
        expect(await run(on)).toBe('written');
        expect(text()).toBe(saved + mark);
      });

      test('just after: its text, with or without ours, and nothing is left behind', async () => {
        const { root, save, run, text } = scene(command, input);
        let done = false;
        const on = hooked(
          () => undefined,
          (call) => {
            if (call.name === 'exchange' && !done) {
              done = true;
              save();
            }
          },
        );
        expect(await run(on)).toBe('written');
        expect(text().replace(mark, '')).toBe(saved);
        await run(disk);
        expect(text()).toBe(saved + mark);
        const later = hooked((call) => (call.name === 'wall' ? { answer: Date.now() + 60_000 } : undefined));
        await recover(later, root, 30_000);
        expect(readdirSync(root).filter((each) => /kept|part|swap/.test(each))).toEqual([]);
        expect(readdirSync(join(root, '.chatvault/tmp'))).toEqual([]);
      });
    });
  }
});

test('T7 a writable memory map keeps a chat from being written, until it is gone', async () => {
  const root = folder(here);
  const file = join(root, 'chat.md');
  writeFileSync(file, before);
  const script = `
import mmap, sys
f = open(sys.argv[1], 'r+b'); m = mmap.mmap(f.fileno(), 0); f.close()
print('held', flush=True); sys.stdin.read(1)
`;
  const child = spawn('python3', ['-c', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const target = {
    disk,
    file,
    work: workOf(root, 'chat.md'),
    mode: 'lossless',
    noExchange: new Set<number>(),
  } as const;
  expect(await replace(target, plan)).toMatchObject({ kind: 'later', why: 'open' });
  child.stdin.end('x');
  await new Promise((resolve) => child.on('exit', resolve));
  expect(await replace(target, plan)).toMatchObject({ kind: 'written' });
});
