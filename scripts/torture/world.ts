import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { append, type Editor, installed } from './editors.ts';
import type { Random } from './random.ts';
import { newChat, originals } from './texts.ts';

/** What happened, counted. */
export interface Tally {
  edits: number;
  byEditor: Record<string, number>;
  /** A save's text was neither in the chat nor in a visible copy. */
  lost: number;
  /** The last savers of each chat, for the account of a loss. */
  last: Record<string, string[]>;
  /** The save stood in a visible copy only. */
  inCopy: number;
  /** The chat showed an older text for a moment and then the right one again. */
  waited: number;
  trouble: string[];
}

/** One chat and what must stand in it, by the word of those who wrote it. */
export interface Chat {
  readonly file: string;
  expected: string;
}

export interface World {
  readonly root: string;
  readonly chats: readonly Chat[];
  readonly tally: Tally;
}

/** A new vault with some chats, under git. */
export function makeWorld(root: string, count: number): World {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const chats = Array.from({ length: count }, (_, at) => ({
    file: join(root, `chat-${at}.md`),
    expected: newChat(6 + at * 3),
  }));
  for (const { file, expected } of chats) writeFileSync(file, expected);
  if (installed('git')) {
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', '0');
  }
  return {
    root,
    chats,
    tally: { edits: 0, byEditor: {}, lost: 0, inCopy: 0, waited: 0, last: {}, trouble: [] },
  };
}

/** One save of one chat by one editor, after looking whether the last one is still there. */
export async function oneSave(
  world: World,
  chat: Chat,
  all: readonly Editor[],
  save: number,
  random: Random,
): Promise<void> {
  await mustStand(world, chat);
  const kind = random.below(all.length + 2);
  const text = readFileSync(chat.file, 'utf8');
  // a buffer that was loaded a while ago
  if (random.below(3) === 0) await pause(random.below(40));
  const name = kind < all.length ? all[kind]!.name : kind === all.length ? 'appender' : 'git';
  if (name === 'git' && !installed('git')) return;
  if (name === 'appender') chat.expected += await append(chat.file, 1000 + save, save, random);
  else if (name === 'git') await checkout(world, chat, random);
  else chat.expected = originals(await all[kind]!.save(chat.file, text, save, random));
  world.tally.last[chat.file] = [...(world.tally.last[chat.file] ?? []), `${name} ${save}`].slice(-3);
  world.tally.edits += 1;
  world.tally.byEditor[name] = (world.tally.byEditor[name] ?? 0) + 1;
}

/** The last save is in the chat, perhaps after a moment (a killed compactor's successor has to bring it back). */
export async function mustStand(world: World, chat: Chat, patience = 15_000): Promise<void> {
  const end = performance.now() + patience;
  for (let first = true; ; first = false) {
    if (standsIn(chat)) {
      if (!first) world.tally.waited += 1;
      return;
    }
    if (performance.now() > end) break;
    await pause(5);
  }
  if (copies(world.root).some((text) => originals(text) === chat.expected)) world.tally.inCopy += 1;
  else world.tally.lost += 1;
  const stem = `${world.root}-loss-${world.tally.lost + world.tally.inCopy}`;
  writeFileSync(`${stem}-expected.md`, chat.expected);
  writeFileSync(`${stem}-found.md`, read(chat.file));
  world.tally.trouble.push(`${chat.file} after ${world.tally.last[chat.file]?.join(', ')}: see ${stem}-*.md`);
  chat.expected = originals(read(chat.file));
}

/** Commits everything, and takes the chat back to what an earlier commit says. */
async function checkout({ root }: World, chat: Chat, random: Random): Promise<void> {
  const name = chat.file.slice(root.length + 1);
  // this chat only: another one may be half saved at this moment
  git(root, 'commit', '-q', '-m', 'x', '--', name);
  const count = Number(git(root, 'rev-list', '--count', 'HEAD'));
  const back = `HEAD~${random.below(Math.min(count, 5))}`;
  git(root, 'checkout', back, '--', name);
  chat.expected = originals(git(root, 'show', `${back}:${name}`));
}

function git(root: string, ...args: readonly string[]): string {
  const identity = [
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.org',
    '-c',
    'commit.gpgsign=false',
    '-c',
    'gc.auto=0',
    '-c',
    'maintenance.auto=false',
  ];
  const ran = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' });
  if (ran.status !== 0 && args[0] !== 'commit') throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout;
}

function standsIn({ file, expected }: Chat): boolean {
  return originals(read(file)) === expected;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The texts that were kept beside the chats. */
export function copies(root: string): string[] {
  return readdirSync(root)
    .filter((name) => / \(kept /.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'));
}
