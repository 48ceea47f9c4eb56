import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Message } from '../../core/index.ts';
import { textOf } from './every-window.ts';

/** An engine that is built once and asked for message ids, best first. */
export interface Engine {
  readonly name: string;
  build(messages: readonly Message[]): (query: string) => number[];
}

/** The peers that are installed under bench/peers; those that are not are named on standard error. */
export function peers(): Engine[] {
  const all: readonly [string, (load: NodeJS.Require) => Engine][] = [
    ['better-sqlite3', fts5],
    ['minisearch', miniSearch],
    ['flexsearch', flexSearch],
  ];
  const file = new URL('../peers/package.json', import.meta.url);
  const load = createRequire(file);
  return all.flatMap(([name, engine]) => {
    if (existsSync(new URL(`./node_modules/${name}`, file))) return [engine(load)];
    process.stderr.write(`  skipped: ${name} is not installed (npm ci --prefix bench/peers)\n`);
    return [];
  });
}

interface Window {
  readonly row: number;
  readonly id: number;
  readonly text: string;
}

/** Every engine searches the same windows of 700 characters. */
function windows(messages: readonly Message[]): Window[] {
  const list: Window[] = [];
  for (const message of messages) {
    const text = textOf(message);
    for (let at = 0; at < Math.max(1, text.length); at += 600) {
      list.push({ row: list.length + 1, id: message.id, text: text.slice(at, at + 700) });
    }
  }
  return list;
}

const wordsOf = (query: string): string[] => query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

function fts5(load: NodeJS.Require): Engine {
  // biome-ignore lint/suspicious/noExplicitAny: the peer is not a dependency, so its types are not here
  const Database: any = load('better-sqlite3');
  return {
    name: 'SQLite FTS5',
    build(messages) {
      const list = windows(messages);
      const db = new Database(':memory:');
      db.exec(
        "create virtual table t using fts5(text, content='', tokenize='porter unicode61 remove_diacritics 2')",
      );
      const insert = db.prepare('insert into t(rowid, text) values (?, ?)');
      db.transaction(() => {
        for (const { row, text } of list) insert.run(row, text);
      })();
      const select = db.prepare('select rowid from t where t match ? order by rank limit 80');
      return (query) => {
        const match = wordsOf(query)
          .map((word) => `"${word}"`)
          .join(' OR ');
        return distinct(select.all(match).map(({ rowid }: { rowid: number }) => list[rowid - 1]!.id));
      };
    },
  };
}

function miniSearch(load: NodeJS.Require): Engine {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const MiniSearch: any = load('minisearch');
  return {
    name: 'MiniSearch',
    build(messages) {
      const index = new MiniSearch({ fields: ['text'], storeFields: ['message'] });
      index.addAll(windows(messages).map(({ row, id, text }) => ({ id: row, message: id, text })));
      return (query) =>
        distinct(
          index
            .search(query)
            .slice(0, 80)
            .map(({ message }: { message: number }) => message),
        );
    },
  };
}

function flexSearch(load: NodeJS.Require): Engine {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const flex: any = load('flexsearch');
  return {
    name: 'FlexSearch',
    build(messages) {
      const list = windows(messages);
      const index = new (flex.Index ?? flex.default.Index)({ tokenize: 'forward' });
      for (const { row, text } of list) index.add(row, text);
      return (query) =>
        distinct(index.search(query, { limit: 80, suggest: true }).map((row: number) => list[row - 1]!.id));
    },
  };
}
