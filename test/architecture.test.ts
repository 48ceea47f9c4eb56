import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const rooms = ['core', 'vault', 'compactor', 'cli'] as const;
/** Inside core the folders stand in a row; a file at core's top has the place named here. */
const row = [
  'conversation',
  'error',
  'text',
  'format',
  'compaction',
  'search',
  'window',
  'tools',
  'import',
  'export',
  'settings',
  'index',
];

interface Source {
  readonly path: string;
  readonly code: string;
  /** The code without comments. */
  readonly bare: string;
  /** Paths of our own files it imports, and names of packages. */
  readonly imports: readonly { readonly target: string; readonly own: boolean }[];
}

const sources = rooms
  .flatMap((room) => files(room))
  .concat('index.ts')
  .map(load);

function files(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.split(sep).join('/')}`);
}

function load(path: string): Source {
  const code = readFileSync(join(root, path), 'utf8');
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
  const found = bare.matchAll(
    /^\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  const imports = [...found].map(([, from, bareImport, lazy]) => {
    const name = from ?? bareImport ?? lazy ?? '';
    const own = name.startsWith('.');
    return {
      target: own
        ? relative(root, join(root, dirname(path), name))
            .split(sep)
            .join('/')
        : name,
      own,
    };
  });
  return { path, code, bare, imports };
}

const roomOf = (path: string): string => path.split('/')[0] ?? '';
const placeInCore = (path: string): string => (path.split('/')[1] ?? '').replace(/\.ts$/, '');

function violations(check: (source: Source) => Iterable<string>, among = sources): string[] {
  return among.flatMap((source) => [...check(source)].map((text) => `${source.path}: ${text}`));
}

describe('the order of the rooms', () => {
  test('a room imports only rooms to its left, through their door', () => {
    expect(
      violations(function* ({ path, imports }) {
        const here = rooms.indexOf(roomOf(path) as never);
        if (here < 0) return;
        for (const { target, own } of imports) {
          const there = rooms.indexOf(roomOf(target) as never);
          if (!own || roomOf(target) === roomOf(path)) continue;
          if (there < 0 || there > here) yield `looks to the right, at ${target}`;
          else if (target !== `${roomOf(target)}/index.ts`) yield `does not use the door: ${target}`;
        }
      }),
    ).toEqual([]);
  });

  test('inside core a folder imports only folders to its left', () => {
    expect(
      violations(function* ({ path, imports }) {
        if (roomOf(path) !== 'core') return;
        if (!row.includes(placeInCore(path))) yield 'has no place in the row';
        for (const { target, own } of imports) {
          if (own && row.indexOf(placeInCore(target)) > row.indexOf(placeInCore(path)))
            yield `looks to the right, at ${target}`;
        }
      }),
    ).toEqual([]);
  });

  test('no file reaches itself by a detour', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
        return;
      }
      if (done.has(path)) return;
      for (const { target, own } of byPath.get(path)?.imports ?? []) if (own) walk(target, [...trail, path]);
      done.add(path);
    };
    for (const { path } of sources) walk(path, []);
    expect(cycles).toEqual([]);
  });

  test('a door is a contents page and nothing else', () => {
    const doors = sources.filter(
      ({ path }) => path === 'index.ts' || rooms.some((room) => path === `${room}/index.ts`),
    );
    expect(
      violations(function* ({ bare }) {
        const rest = bare
          .replace(/export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+'[^']+';/g, '')
          .trim();
        if (rest !== '') yield `has code of its own: ${rest.slice(0, 60)}`;
      }, doors),
    ).toEqual([]);
  });
});

describe('what a room may do', () => {
  const core = sources.filter(({ path }) => roomOf(path) === 'core');

  test('core is pure and synchronous', () => {
    // hashes, and the check that bytes are UTF-8: functions of their arguments
    const pure = new Set(['node:crypto', 'node:buffer']);
    const forbidden: readonly [RegExp, string][] = [
      [
        /\basync\b|\bawait\b|\bPromise\b|\bsetTimeout\b|\bsetImmediate\b|\bqueueMicrotask\b/,
        'is not synchronous',
      ],
      [/\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\b/, 'reads the clock'],
      [/\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\brandomInt\b/, 'is random'],
      [/\bconsole\.|\bprocess\./, 'speaks to the process'],
    ];
    expect(
      violations(function* ({ bare, imports }) {
        const code = bare.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''");
        for (const [pattern, says] of forbidden)
          if (pattern.test(code)) yield `${says}: ${pattern.exec(code)?.[0]}`;
        for (const { target } of imports)
          if (target.startsWith('node:') && !pure.has(target)) yield `imports ${target}`;
      }, core),
    ).toEqual([]);
  });

  test('only core/format spells a marker', () => {
    expect(
      violations(function* ({ path, bare }) {
        if (!path.startsWith('core/format/') && /clara:[a-z]/.test(bare)) yield 'spells a marker';
      }),
    ).toEqual([]);
  });

  test('only the vault writes, moves or removes files', () => {
    // systemd units, launchd agents and tasks are written where the system wants them, never in a vault
    const elsewhere = /^cli\/install\//;
    const writing =
      /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|rename|renameSync|unlink|unlinkSync|rm|rmSync|truncate|copyFile|cp|mkdir|mkdirSync|symlink|link|chmod|utimes)\b/;
    expect(
      violations(function* ({ path, bare }) {
        if (roomOf(path) === 'vault' || elsewhere.test(path)) return;
        for (const line of bare.match(/^\s*import[^;]*from 'node:fs(?:\/promises)?';/gm) ?? []) {
          if (writing.test(line)) yield line.trim();
        }
      }),
    ).toEqual([]);
  });

  test('only cli/main.ts ends the process', () => {
    expect(
      violations(function* ({ path, bare }) {
        if (path !== 'cli/main.ts' && /process\s*\.\s*(?:exit\b|abort\b|exitCode\b)/.test(bare))
          yield 'ends the process';
      }),
    ).toEqual([]);
  });

  test('core and vault never print', () => {
    expect(
      violations(function* ({ path, bare }) {
        if (roomOf(path) !== 'cli' && /\bconsole\.|process\.std(?:out|err)/.test(bare)) yield 'prints';
      }),
    ).toEqual([]);
  });
});

describe('files that explain themselves', () => {
  test('no file has more than 300 lines', () => {
    expect(
      violations(function* ({ code }) {
        const lines = code.split('\n').length - 1;
        if (lines > 300) yield `has ${lines} lines`;
      }),
    ).toEqual([]);
  });

  test('a file is named after the one thing it is about', () => {
    expect(
      violations(function* ({ path }) {
        const name = path.split('/').at(-1) ?? '';
        if (!/^[a-z0-9]+(?:-[a-z0-9]+)*\.tsx?$/.test(name)) yield 'is not kebab-case';
        if (/(?:^|-)(?:manager|helpers?|utils?|handler|common|base|misc)\b/.test(name))
          yield 'has a name that says nothing';
      }),
    ).toEqual([]);
  });

  test('every exported function and class says what you get', () => {
    expect(
      violations(function* ({ path, code }) {
        if (path.startsWith('cli/commands/')) return;
        for (const match of code.matchAll(
          /(^|\n)([^\n]*)\nexport (?:default )?(?:async )?(?:function\*?|class) ?(\w*)/g,
        )) {
          const before = match[2]?.trim() ?? '';
          const overload = /^export (?:async )?function/.test(before);
          if (!before.endsWith('*/') && !overload) yield `${match[3]} has no docstring`;
        }
      }),
    ).toEqual([]);
  });
});
