import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChatvaultError, printMessage } from '../../core/index.ts';
import { type Finding, repositoryOf } from '../../vault/index.ts';

/** The line of `.gitattributes` that travels with a repository. */
export const attributeLine = '*.md -text diff=markdown merge=chatvault conflict-marker-size=32';

/** What was done in one repository. */
export interface GitSetup {
  /** The top of the work tree. */
  readonly repository: string;
  /** Sentences for the person. */
  readonly done: readonly string[];
}

export interface GitOptions {
  /** Lets `git pull` work while short forms are not committed yet. */
  readonly autostash?: boolean;
}

/**
 * Sets up both halves of merging by message: the attribute in the vault's `.gitattributes`, which travels with the
 * repository, and the driver in this clone's configuration, which git never takes from a repository. Doing it again
 * changes nothing. Throws `usage` outside a repository, `disk` when git refuses.
 */
export function setUpGit(root: string, options: GitOptions): GitSetup {
  const repository = mustBeIn(root);
  const done: string[] = [];
  if (attribute(root) === 'chatvault') done.push('.gitattributes names the merge driver already.');
  else {
    const file = join(root, '.gitattributes');
    const text = readText(file);
    writeFileSync(file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${attributeLine}\n`);
    done.push('.gitattributes names the merge driver now; commit it.');
  }
  git(root, ['config', '--local', 'merge.chatvault.name', 'merge chats by message']);
  git(root, ['config', '--local', 'merge.chatvault.driver', driver()]);
  done.push('This clone has the driver; every other clone needs `chatvault git-setup` once.');
  if (options.autostash === true) {
    for (const key of stashKeys) git(root, ['config', '--local', key, 'true']);
    done.push('git pull puts uncommitted short forms aside and back (merge.autoStash, rebase.autoStash).');
  } else
    done.push('git pull refuses while short forms are uncommitted; --autostash makes it put them aside.');
  return { repository, done };
}

/** Takes back what `setUpGit` did, and nothing else. */
export function undoGit(root: string): GitSetup {
  const repository = mustBeIn(root);
  const done: string[] = [];
  const file = join(root, '.gitattributes');
  const lines = readText(file).split('\n');
  const left = lines.filter((line) => line.trimEnd() !== attributeLine);
  if (left.length < lines.length) {
    if (left.every((line) => /^\s*(?:#.*chatvault.*)?$/.test(line))) rmSync(file);
    else writeFileSync(file, left.join('\n'));
    done.push('.gitattributes no longer names the merge driver.');
  }
  if (config(root, 'merge.chatvault.driver') !== '') {
    git(root, ['config', '--local', '--remove-section', 'merge.chatvault']);
    done.push('The driver is gone from this clone.');
  }
  if (done.length === 0) done.push('Nothing of chatvault was set up here.');
  else done.push('merge.autoStash and rebase.autoStash were left as they are.');
  return { repository, done };
}

/** What of the two halves is missing or does not work in this clone; nothing outside a repository or where neither is there. */
export function gitFindings(root: string): Finding[] {
  if (repositoryOf(root) === undefined || spawnSync('git', ['--version']).status !== 0) return [];
  const named = attribute(root) === 'chatvault';
  const configured = config(root, 'merge.chatvault.driver');
  const finding = (text: string): Finding[] => [
    { path: '.gitattributes', line: 0, code: 'git', text, fixable: false },
  ];
  if (named && configured === '')
    return finding(
      'Chats are to be merged by message, but this clone has no driver: git merges them as text and leaves conflict lines. Run: chatvault git-setup',
    );
  if (!named && configured !== '')
    return finding(
      'This clone has the merge driver, but .gitattributes does not name it for *.md: git merges chats as text. Run: chatvault git-setup',
    );
  if (!named) return [];
  const trial = tryDriver(configured);
  return trial === undefined
    ? []
    : finding(`The merge driver of this clone does not work (${trial}). Run: chatvault git-setup`);
}

const stashKeys = ['merge.autoStash', 'rebase.autoStash'] as const;

/**
 * The driver as git's shell runs it. A driver that fails in any way leaves our side without any marks, and the other
 * side would be lost at the next commit: where chatvault is missing or breaks, git's own text merge takes over.
 */
function driver(): string {
  const program = process.argv[1] ?? '';
  const asInstalled = `${shell(process.execPath)} ${shell(program)}`;
  const args = 'merge %O %A %B --marker-size %L';
  return [
    `if command -v chatvault >/dev/null 2>&1; then chatvault ${args};`,
    `elif [ -x ${shell(process.execPath)} ] && [ -f ${shell(program)} ]; then ${asInstalled} ${args};`,
    'else (exit 127); fi; s=$?; if [ $s -gt 1 ]; then',
    'git merge-file -L ours -L base -L theirs --marker-size=%L %A %O %B; s=$?; fi; exit $s',
  ].join(' ');
}

/** Merges two additions with the driver; says what went wrong. */
function tryDriver(command: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-driver-'));
  try {
    const say = (id: number, text: string) =>
      printMessage({
        id,
        role: 'user',
        createdAt: `2026-01-0${id}T00:00:00Z`,
        parts: [{ type: 'text', text }],
      });
    writeFileSync(join(folder, 'o'), say(1, 'base'));
    writeFileSync(join(folder, 'a'), say(1, 'base') + say(2, 'ours'));
    writeFileSync(join(folder, 'b'), say(1, 'base') + say(3, 'theirs'));
    const filled = command.replace(/%([OABL])/g, (_, name: string) =>
      name === 'L' ? '32' : name.toLowerCase(),
    );
    const ran = spawnSync('sh', ['-c', filled], { cwd: folder, encoding: 'utf8', timeout: 30_000 });
    const merged = readText(join(folder, 'a'));
    if (ran.status !== 0) return `it ended with ${ran.status ?? ran.signal}`;
    return ['base', 'ours', 'theirs'].every((text) => merged.includes(`\n${text}\n`))
      ? undefined
      : 'a trial merge lost a message';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function mustBeIn(root: string): string {
  const found = repositoryOf(root);
  if (found !== undefined) return found.top;
  throw new ChatvaultError('usage', `${root} is not in a git repository`, 'Run `git init` there first.');
}

function attribute(root: string): string {
  const { stdout } = spawnSync('git', ['check-attr', 'merge', '--', 'chat.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  return /: merge: (.*)$/m.exec(stdout ?? '')?.[1] ?? '';
}

function config(root: string, key: string): string {
  return (spawnSync('git', ['config', '--get', key], { cwd: root, encoding: 'utf8' }).stdout ?? '').trim();
}

function git(root: string, args: readonly string[]): void {
  const ran = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (ran.status === 0) return;
  const why = ran.error?.message ?? ran.stderr.trim();
  throw new ChatvaultError(
    'disk',
    `git ${args.slice(0, 3).join(' ')} failed: ${why}`,
    'Check that git is installed and the repository is yours.',
  );
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
