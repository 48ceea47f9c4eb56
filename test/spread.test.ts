import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Calls whose list cannot grow: each with why. */
const fewEnough: Readonly<Record<string, string>> = {
  'core/format/grammar.ts Math.max': 'the names of markers',
  'core/format/merge/merge.ts threeWay': 'three sides',
  'core/window/dialects/turns.ts lines.push': 'an outline fits a part of the budget',
  'core/window/dialects/turns.ts this.#turn(…).texts.push': 'the lines between two messages',
  'core/window/piece.ts list.push': 'the pieces of one tool use',
  'core/window/recall.ts Math.max': 'the things that one question asks',
  'compactor/asking.ts Math.min': 'the ways to ask a server for its window',
  'vault/paths.ts join': 'the folders of a path of at most 4,096 bytes',
  'vault/write/native.ts syscall': 'the arguments of a system call',
};

test('no list that grows with what is read is spread into a call, which has a limit of some 100,000 arguments', () => {
  const found = ['core', 'vault', 'compactor', 'cli'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => spreads(`${room}/${path.split(sep).join('/')}`)),
  );
  expect(found.filter((call) => fewEnough[call] === undefined)).toEqual([]);
});

function spreads(path: string): string[] {
  const code = readFileSync(join(root, path), 'utf8');
  const calls: string[] = [];
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if (isSpreadCall(node)) {
      const { start, end } = node.callee;
      calls.push(`${path} ${code.slice(start, end).replace(/\([^)]*\)/g, '(…)')}`);
    }
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parseAst(code, { lang: 'ts' }, path));
  return calls;
}

interface SpreadCall {
  readonly callee: { readonly start: number; readonly end: number };
}

function isSpreadCall(node: object): node is SpreadCall {
  const { type, arguments: given } = node as { type?: string; arguments?: readonly { type: string }[] };
  return (
    (type === 'CallExpression' || type === 'NewExpression') &&
    given?.some((argument) => argument.type === 'SpreadElement') === true
  );
}
