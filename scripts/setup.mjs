// Brings a checkout to where its scripts can run: packages when they are missing or the lock file changed,
// and, with --build, the built files when a source is newer than they are (--programs: without type declarations).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`chatvault needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(2);
}

const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const stamp = 'node_modules/.setup-stamp';
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.error('installing packages (npm ci) ...');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

if (process.argv.includes('--build')) {
  const built = existsSync('dist/main.js') ? statSync('dist/main.js').mtimeMs : 0;
  const sources = [
    'index.ts',
    'package.json',
    'package-lock.json',
    'scripts/build.mjs',
    'core',
    'vault',
    'compactor',
    'cli',
  ];
  if (sources.some((path) => newest(path) > built)) {
    console.error('building ...');
    const programs = process.argv.includes('--programs') ? ['--programs'] : [];
    run(process.execPath, ['scripts/build.mjs', ...programs]);
  }
}

/** Everything a step prints goes to stderr, so that stdout stays the result's; a step that fails ends the script. */
function run(command, args) {
  const shell = command === 'npm' && process.platform === 'win32';
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], shell });
  if (status === 0) return;
  console.error(`${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
  process.exit(1);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
