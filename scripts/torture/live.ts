import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bundle, compactor, type Ended, type Life } from './child.ts';
import { editors } from './editors.ts';
import { random } from './random.ts';
import { doubled } from './texts.ts';
import { type Chat, copies, makeWorld, mustStand, oneSave, type World } from './world.ts';

export interface LiveOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly dir: string;
  readonly calm: boolean;
  readonly byRename: boolean;
}

interface Counts {
  kills: number;
  written: number;
  exchanges: number;
  caught: number;
  copiesMade: number;
  failed: number;
  recovered: number;
}

/** Real files, real programs, two compactors that die: see `npm run torture`. `bad` counts what must not happen. */
export async function live(options: LiveOptions): Promise<{ result: object; bad: number }> {
  const { seed, dir, byRename } = options;
  const world = makeWorld(join(dir, `torture-${seed}`), 6);
  if (byRename) writeFileSync(join(world.root, 'chatvault.yaml'), 'write: best-effort\n');
  const script = await bundle(join(dir, `torture-${seed}-compactor`));
  const counts: Counts = {
    kills: 0,
    written: 0,
    exchanges: 0,
    caught: 0,
    copiesMade: 0,
    failed: 0,
    recovered: 0,
  };
  const end = performance.now() + options.seconds * 1000;
  let saving = world.chats.length;
  const saver = async (chat: Chat, at: number) => {
    await saveUntil(end, world, chat, at, options);
    saving -= 1;
  };
  await Promise.all([
    ...world.chats.map(saver),
    ...[1, 2].map((number) => compactors(script, world, number, options, counts, () => saving > 0)),
  ]);
  const passes = await settle(script, world, options, counts);
  const bad = report(world, passes);
  rmSync(dirname(script), { recursive: true, force: true });
  if (bad.sum === 0) rmSync(world.root, { recursive: true, force: true });
  const { edits, byEditor, waited, inCopy } = world.tally;
  const seen = { shownOlderForAMoment: waited, visibleCopies: bad.copies, onlyInACopy: inCopy };
  return {
    result: { seconds: options.seconds, edits, byEditor, ...counts, ...seen, ...bad.counts },
    bad: bad.sum,
  };
}

async function saveUntil(
  end: number,
  world: World,
  chat: Chat,
  at: number,
  { seed, calm }: LiveOptions,
): Promise<void> {
  const own = random(seed * 100 + at);
  const all = editors();
  for (let save = 1; performance.now() < end; save += 1) {
    try {
      await oneSave(world, chat, all, save * 10 + at, own);
    } catch (error) {
      // a program failed by itself (its file was moved under it): it saved nothing
      world.tally.trouble.push(String(error));
    }
    await pause(own.below(calm ? 400 : 15));
  }
  await mustStand(world, chat);
}

/** One compactor after the other, each until it dies. */
async function compactors(
  script: string,
  { root }: World,
  number: number,
  { seed, byRename }: LiveOptions,
  counts: Counts,
  more: () => boolean,
): Promise<void> {
  const chance = random(seed * 7 + number);
  while (more()) {
    const life: Life = {
      root,
      seed: chance.below(1e9),
      dieAt: chance.below(2) === 0 ? 1 + chance.below(1500) : 0,
      fullOneIn: 200,
      mode: 'run',
      byRename,
      killAfter: 400 + chance.below(2000),
    };
    const ended = await compactor(script, life);
    if (!ended.killed) throw new Error(`a compactor ended with ${ended.code}`);
    add(counts, ended);
  }
}

function add(counts: Counts, { killed, said }: Ended): void {
  if (killed) counts.kills += 1;
  for (const [what, outcome, exchanges, caught, copiesMade] of said) {
    if (what === 'recovered') counts.recovered += Number(outcome);
    if (what === 'failed') counts.failed += 1;
    if (what !== 'edit') continue;
    if (outcome === 'written') counts.written += 1;
    counts.exchanges += Number(exchanges);
    counts.caught += Number(caught);
    counts.copiesMade += Number(copiesMade);
  }
}

/** When nobody saves any more: one pass finishes the work, and the next two find nothing to do. */
async function settle(
  script: string,
  world: World,
  { byRename }: LiveOptions,
  counts: Counts,
): Promise<number[]> {
  const passes: number[] = [];
  for (let pass = 0; pass < 3; pass += 1) {
    const before = counts.written;
    const life = {
      root: world.root,
      seed: 1,
      dieAt: 0,
      fullOneIn: 0,
      mode: 'once',
      byRename,
      killAfter: 0,
    } as const;
    add(counts, await compactor(script, life));
    passes.push(counts.written - before);
  }
  for (const chat of world.chats) await mustStand(world, chat, 1000);
  return passes;
}

function report({ chats, tally, root }: World, passes: readonly number[]) {
  for (const each of tally.trouble.slice(0, 5)) process.stderr.write(`${each}\n`);
  const left = readdirSync(join(root, '.chatvault', 'tmp'), { recursive: true, encoding: 'utf8' });
  const counts = {
    lost: tally.lost,
    duplicatedBlocks: chats.reduce((sum, { file }) => sum + doubled(readFileSync(file, 'utf8')), 0),
    selfCausedRewrites: passes.slice(1).reduce((sum, each) => sum + each, 0),
    halfWorkFilesLeft: left.filter((name) => name.endsWith('.part')).length,
  };
  return {
    counts,
    copies: copies(root).length,
    sum: Object.values(counts).reduce((sum, each) => sum + each, 0),
  };
}
