// Type declarations by tsc, programs by rolldown: one flat folder that holds the library, the worker and the command.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { lateFiles, standIns } from './late.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// Start-up matters for a command line: what every command needs is inlined, everything else is loaded when used.
const inlined = [
  'commander',
  'gray-matter',
  'js-yaml',
  'zod',
  'section-matter',
  'kind-of',
  'strip-bom-string',
  'extend-shallow',
  'is-extendable',
  '@orama/stemmers',
  'fastest-levenshtein',
];

// gray-matter brings js-yaml 3 as its default engine; ours is js-yaml 5, so the old one never loads.
const noOldYaml = {
  name: 'no-old-yaml',
  resolveId(id, from) {
    return id === 'js-yaml' && from?.includes('/gray-matter/') ? '\0old-yaml' : undefined;
  },
  load(id) {
    if (id === '\0old-yaml')
      return "const no = () => { throw new Error('not used') }; export const safeLoad = no, safeDump = no;";
  },
};

const out = `dist.${process.pid}`;
rmSync(out, { recursive: true, force: true });
try {
  // tests need the programs alone
  if (!process.argv.includes('--programs')) declarations(`${out}/types`);
  // Apart from each other: beside entries that export everything, every command would load everything.
  const late = standIns();
  await bundle(out, { main: 'cli/main.ts', worker: 'compactor/worker.ts' }, [late]);
  const files = lateFiles(late.used);
  await bundle(out, files.input, [files.plugin], 'cjs');
  for (const [file, name] of Object.entries(files.input)) mustGive(`${out}/${file}.cjs`, late.used.get(name));
  await bundle(out, { index: 'index.ts', core: 'core/index.ts' });
  writeFileSync(`${out}/THIRD-PARTY-NOTICES.txt`, notices());
  chmodSync(`${out}/main.js`, 0o755);
  // a command that starts in this moment finds the old files or the new ones
  if (existsSync('dist')) renameSync('dist', `${out}.old`);
  renameSync(out, 'dist');
} finally {
  for (const folder of [out, `${out}.old`]) rmSync(folder, { recursive: true, force: true });
}

function declarations(folder) {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', folder];
  const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' });
  if (status !== 0) throw new Error('the types do not check; see the lines above');
}

async function bundle(folder, input, plugins = [], format = 'esm') {
  const built = await rolldown({
    input,
    platform: 'node',
    transform: { define: { CHATVAULT_VERSION: JSON.stringify(version) } },
    treeshake: { moduleSideEffects: false },
    external: (id, from) =>
      !/^[./\0]/.test(id) &&
      !plugins.some((plugin) => plugin.standsInFor?.(id, from)) &&
      !inlined.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [...plugins, noOldYaml],
    checks: { eval: false },
  });
  const ending = format === 'esm' ? 'js' : 'cjs';
  await built.write({
    dir: folder,
    format,
    exports: 'named',
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `[name]-[hash].${ending}`,
    minify: true,
  });
}

/** Loads a late file: what a command would take from it must be there. */
function mustGive(file, names) {
  const given = createRequire(import.meta.url)(resolve(file));
  for (const name of names)
    if (given[name] === undefined) throw new Error(`${file} was built without its ${name}`);
}

/** The licences of the packages whose code the built files hold. */
function notices() {
  return inlined
    .map((name) => {
      const folder = `node_modules/${name}`;
      const { version: of, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text =
        file === undefined ? `License: ${license}` : readFileSync(`${folder}/${file}`, 'utf8').trim();
      return `${name} ${of}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(78)}\n\n`);
}
