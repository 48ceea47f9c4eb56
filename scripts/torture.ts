/**
 * npm run torture -- --seconds N --seed S [--dir FOLDER] [--calm] [--by-rename]
 * Editors of every kind save chats while two compactors write into them, are killed and find the disk full. An
 * independent account of what was saved is compared with the files all the time and at the end. `--by-rename` shows
 * what the same loses when files are replaced the usual way, by comparing and renaming.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { editors } from './torture/editors.ts';
import { type Random, random } from './torture/random.ts';
import { doubled } from './torture/texts.ts';
import { copies, makeWorld, mustStand, oneSave, type World } from './torture/world.ts';

const home = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    dir: { type: 'string', default: join(home, '.tmp-tests') },
    calm: { type: 'boolean', default: false },
    'by-rename': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const chance = random(Number(values.seed));

interface Compactors {
  kills: number;
  written: number;
  exchanges: number;
  caught: number;
  copies: number;
  failed: number;
  recovered: number;
  ended: number;
}

const counts: Compactors = {
  kills: 0,
  written: 0,
  exchanges: 0,
  caught: 0,
  copies: 0,
  failed: 0,
  recovered: 0,
  ended: 0,
};
const running = new Set<ChildProcess>();
let over = false;

const world = makeWorld(join(values.dir, `torture-${values.seed}`), 6);
const script = await bundle(join(values.dir, `torture-${values.seed}-compactor`));
if (values['by-rename']) writeFileSync(join(world.root, 'chatvault.yaml'), 'write: best-effort\n');
const all = editors();
const end = performance.now() + seconds * 1000;
await Promise.all([...world.chats.map((chat, at) => edit(chat, at)), compactors(1), compactors(2)]);
const { passes, left } = await settle(world);
report(world, passes, left);

async function edit(chat: World['chats'][number], at: number): Promise<void> {
  const own = random(Number(values.seed) * 100 + at);
  for (let save = 1; performance.now() < end; save += 1) {
    try {
      await oneSave(world, chat, all, save * 10 + at, own);
    } catch (error) {
      // a program failed by itself (its file was moved under it): it saved nothing
      world.tally.trouble.push(String(error));
    }
    await pause(own.below(values.calm ? 400 : 15));
  }
  await mustStand(world, chat);
  over = world.chats.every(() => performance.now() >= end);
}

async function compactors(number: number): Promise<void> {
  while (!over) {
    const dieAt = chance.below(2) === 0 ? 1 + chance.below(1500) : 0;
    const code = await compactor(['run'], dieAt, 200, number, chance);
    if (code !== 0 && code !== null) throw new Error(`a compactor ended with ${code}`);
  }
}

/** Runs one until it dies by itself, is killed after a while, or the time is over. */
async function compactor(
  mode: readonly string[],
  dieAt: number,
  fullOneIn: number,
  number: number,
  by: Random,
): Promise<number | null> {
  const [asked = 'run'] = mode;
  const means = values['by-rename'] ? 'by-rename' : 'by-exchange';
  const args = [script, world.root, by.below(1e9) + number, dieAt, fullOneIn, asked, means].map(String);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  const life = 400 + by.below(2500);
  const timer = mode[0] === 'run' ? setTimeout(() => child.kill('SIGKILL'), life) : undefined;
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on('exit', (...how) => resolve(how));
  });
  clearTimeout(timer);
  running.delete(child);
  if (signal === 'SIGKILL') counts.kills += 1;
  else counts.ended += 1;
  for (const line of said.split('\n')) count(line.split(' '));
  return code;
}

function count([what, outcome, exchanges, caught, kept]: string[]): void {
  if (what === 'recovered') counts.recovered += Number(outcome);
  if (what === 'failed') counts.failed += 1;
  if (what !== 'edit') return;
  if (outcome === 'written') counts.written += 1;
  counts.exchanges += Number(exchanges);
  counts.caught += Number(caught);
  counts.copies += Number(kept);
}

/** When nobody saves any more: one pass finishes the work, the next finds nothing to do, and nothing is left. */
async function settle({ root, chats }: World): Promise<{ passes: number[]; left: string[] }> {
  const passes: number[] = [];
  for (let pass = 0; pass < 3; pass += 1) {
    const before = counts.written;
    await compactor(['once'], 0, 0, 9, chance);
    passes.push(counts.written - before);
  }
  for (const chat of chats) await mustStand(world, chat, 1000);
  const tmp = join(root, '.chatvault', 'tmp');
  return {
    passes,
    left: readdirSync(tmp, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part')),
  };
}

function report({ chats, tally, root }: World, passes: readonly number[], left: readonly string[]): void {
  const double = chats.reduce((sum, { file }) => sum + doubled(readFileSync(file, 'utf8')), 0);
  const selfCaused = passes.slice(1).reduce((sum, each) => sum + each, 0);
  const result = {
    seed: Number(values.seed),
    seconds,
    edits: tally.edits,
    byEditor: tally.byEditor,
    ...counts,
    shownOlderForAMoment: tally.waited,
    visibleCopies: copies(root).length,
    onlyInACopy: tally.inCopy,
    lost: tally.lost,
    duplicatedBlocks: double,
    selfCausedRewrites: selfCaused,
    halfWorkFilesLeft: left.length,
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  for (const each of tally.trouble.slice(0, 5)) process.stderr.write(`${each.slice(0, 4000)}\n`);
  const bad = tally.lost + double + selfCaused + left.length;
  if (bad === 0) rmSync(root, { recursive: true, force: true });
  rmSync(dirname(script), { recursive: true, force: true });
  process.exitCode = bad === 0 ? 0 : 1;
}

/** The compactor as one file: it has to start fast to be killed often. */
async function bundle(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const built = await rolldown({
    input: join(home, 'scripts/torture/compactor.ts'),
    platform: 'node',
    external: ['koffi'],
    treeshake: { moduleSideEffects: false },
    checks: { eval: false },
  });
  await built.write({ dir: folder, format: 'esm', entryFileNames: 'compactor.mjs' });
  return join(folder, 'compactor.mjs');
}
