import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Message, postings, recall, searchChat } from '../core/index.ts';
import { openVault, SearchIndex } from '../vault/index.ts';
import { atMost, faster, type Row } from './row.ts';
import { type Corpus, corpus } from './search/corpus.ts';
import { everyWindow } from './search/every-window.ts';
import { type Engine, peers } from './search/peers.ts';
import { type MadeVault, makeVault } from './search/vault.ts';

/**
 * Search in one conversation of 921,024 characters and in a vault of 2,000 chats, beside SQLite FTS5, MiniSearch,
 * FlexSearch, scoring every window, and ripgrep. Peers that are not installed are skipped by name.
 */
export async function search(): Promise<readonly Row[]> {
  const made = corpus(20_261_130);
  return [...one(made), ...recalls(made), ...(await many(2_000))];
}

interface Measured {
  readonly name: string;
  readonly build: number;
  readonly p50: number;
  readonly p95: number;
  readonly found: number;
}

/** Our two ways and the peers on the same conversation, turn by turn so that all see the same noise. */
function one(made: Corpus): Row[] {
  const ours: Engine = {
    name: 'chatvault',
    build: (messages) => {
      const index = postings(messages);
      return (query) => searchChat(messages, query, { postings: index, limit: 5 }).hits.map(({ id }) => id);
    },
  };
  const loose: Engine = {
    name: 'chatvault without an index',
    build: (messages) => (query) => searchChat(messages, query, { limit: 5 }).hits.map(({ id }) => id),
  };
  const plain: Engine = {
    name: 'every window',
    build: (messages) => (query) => everyWindow(messages, query),
  };
  const [mine, bare, window, ...others] = [ours, loose, plain, ...peers()].map((engine) =>
    measure(engine, made),
  );
  const rows = [
    faster('one chat, no index, p50', bare!.p50, window!.p50, 'scoring every window', 5),
    atMost('one chat, p95', mine!.p95, window!.p50, 'scoring every window, p50', 0.2),
    count('facts in the best two', mine!.found, 38),
    count('facts in the best two, no index', bare!.found, 38),
  ];
  for (const peer of others) {
    const limits = peer.name === 'SQLite FTS5' ? { p50: 1, build: 3.5 } : undefined;
    rows.push(
      beside('one chat, p50', mine!.p50, peer.p50, peer.name, limits?.p50),
      beside('one chat, build', mine!.build, peer.build, peer.name, limits?.build),
      { ...count('facts in the best two', mine!.found, peer.found), against: `${peer.name}: ${peer.found}` },
    );
  }
  return rows;
}

function measure({ name, build }: Engine, { messages, planted }: Corpus): Measured {
  const builds: number[] = [];
  let ask = build(messages);
  for (let times = 0; times < 7; times++) builds.push(time(() => (ask = build(messages))));
  const rounds = name === 'every window' ? 2 : 8;
  const queries: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { query } of planted) {
      const spent = time(() => ask(query));
      if (round > 0) queries.push(spent);
    }
  }
  const found = planted.filter(({ query, id }) => ask(query).slice(0, 2).includes(id)).length;
  // the fastest build: the others tell how busy the machine is
  return { name, build: at(builds, 0), p50: at(queries, 0.5), p95: at(queries, 0.95), found };
}

/** Automatic recall in a conversation of 5,000 messages whose index is at hand. */
function recalls({ messages, planted }: Corpus): Row[] {
  const long: Message[] = Array.from({ length: 5_000 }, (_, index) => ({
    ...messages[index % messages.length]!,
    id: index + 1,
  }));
  const index = postings(long);
  const spent: number[] = [];
  for (let round = 0; round < 4; round++) {
    for (const { query } of planted) {
      const wish = { question: query, shown: (one: number) => one > 4_900, tokens: 600, postings: index };
      const took = time(() => recall(long, wish));
      if (round > 0) spent.push(took);
    }
  }
  return [atMost('recall in 5,000 messages, p95', at(spent, 0.95), 25, '25 ms', 1)];
}

async function many(chats: number): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'chatvault-bench-search-'));
  try {
    const made = makeVault(root, chats, 7);
    const vault = await openVault(root);
    const index = new SearchIndex(vault);
    const build = await timed(() => index.refresh());
    const changed: number[] = [];
    for (const path of made.paths.slice(10, 19)) {
      const file = join(root, path);
      writeFileSync(file, readFileSync(file, 'utf8').replace('the ', 'that '));
      // What a watcher does for one saved chat; looking for changes costs one look at each file besides.
      changed.push(await timed(() => index.update(path)));
    }
    const { spent, found } = await askAll(index, made);
    index.close();
    await vault.close();
    const rows = [
      count(`facts in the best three, ${chats} chats`, found, 34),
      atMost('one changed chat', at(changed, 0.5), build, 'a rebuild', 0.005),
    ];
    const grep = ripgrep(root, made);
    if (grep === undefined) return rows;
    return [
      ...rows,
      faster(`${chats} chats, p50`, at(spent, 0.5), grep, 'ripgrep', 5),
      atMost(`${chats} chats, p95`, at(spent, 0.95), grep, 'ripgrep', 1),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function askAll(
  index: SearchIndex,
  { planted }: MadeVault,
): Promise<{ spent: number[]; found: number }> {
  const spent: number[] = [];
  let found = 0;
  for (let round = 0; round < 3; round++) {
    for (const { query, path, id } of planted) {
      let hits: readonly { path?: string; id: number }[] = [];
      const took = await timed(async () => {
        hits = (await index.search(query, 5)).hits;
      });
      if (round > 0) spent.push(took);
      else if (hits.slice(0, 3).some((hit) => hit.path === path && hit.id === id)) found++;
    }
  }
  return { spent, found };
}

/** Milliseconds of a whole ripgrep run for the words of a query, the median over queries; undefined where it is missing. */
function ripgrep(root: string, { planted }: MadeVault): number | undefined {
  if (spawnSync('rg', ['--version']).error !== undefined) {
    process.stderr.write('  skipped: ripgrep is not installed\n');
    return undefined;
  }
  const spent = planted.slice(0, 20).map(({ query }) => {
    const words = query
      .split(/\s+/)
      .slice(0, 3)
      .flatMap((word) => ['-e', word]);
    return time(() => spawnSync('rg', ['-l', '-i', '-F', ...words, root]));
  });
  return at(spent, 0.5);
}

/** A row with a goal where there is one, else only shown. */
function beside(name: string, value: number, other: number, peer: string, limit: number | undefined): Row {
  if (limit !== undefined) return atMost(name, value, other, peer, limit);
  return { name, value, unit: 'ms', against: peer, ratio: value / other, goal: 'shown', ok: true };
}

function count(name: string, value: number, goal: number): Row {
  return {
    name,
    value,
    unit: 'of 40',
    against: 'planted',
    ratio: value / 40,
    goal: `≥ ${goal}`,
    ok: value >= goal,
  };
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
