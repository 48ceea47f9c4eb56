// Code that most runs never call is put into files of its own, and read when it is called first: compiling what nobody
// runs would be most of the start of a command.
import { dirname, relative, resolve, sep } from 'node:path';

/** What is late, and the functions it is used by: nothing else can be taken from it. */
const late = {
  'core/format/yaml-parser.ts': ['parseYaml', 'printYaml'],
  'gray-matter': ['default'],
  'zod/mini': Object.keys(await import('zod/mini')).filter((name) => /^[_a-z]+$/i.test(name)),
  'zod/v4/locales/en.js': ['default'],
};
for (const language of ['danish', 'dutch', 'finnish', 'french', 'german', 'italian', 'norwegian'])
  late[`@orama/stemmers/${language}`] = ['stemmer'];
for (const language of ['portuguese', 'russian', 'spanish', 'swedish'])
  late[`@orama/stemmers/${language}`] = ['stemmer'];

/** Modules of Node that take long to load, and the functions that the named files seldom call. */
const lateOfNode = {
  'node:child_process': { names: ['spawn', 'spawnSync'], from: /^(?:vault|cli\/window)\// },
  'node:zlib': { names: ['crc32'], from: /^vault\// },
  // an import of it loads all streams, a call like this does not
  'node:fs': { names: ['fstatSync', 'writeSync'], from: /^cli\/streams\.ts$/ },
};

const sign = '\0late:';

/** Puts stand-ins in the place of what is late. `used` has what is taken from each once a build is generated. */
export function standIns() {
  const used = new Map();
  return {
    used,
    name: 'late',
    resolveId(id, from) {
      if (standsInFor(id, from)) return { id: sign + nameOf(id, from), moduleSideEffects: false };
    },
    standsInFor,
    load(id) {
      if (!id.startsWith(sign)) return;
      const name = id.slice(sign.length);
      return Object.hasOwn(late, name) ? standIn(name) : standInOfNode(name);
    },
    transform(code, id) {
      if (id.endsWith('/commander/lib/command.js')) return withoutChildProcess(code);
    },
    generateBundle(_, bundle) {
      for (const { modules = {} } of Object.values(bundle)) {
        for (const [id, { renderedExports }] of Object.entries(modules)) {
          const name = id.slice(sign.length);
          if (!id.startsWith(sign) || !Object.hasOwn(late, name)) continue;
          used.set(name, new Set([...(used.get(name) ?? []), ...renderedExports]));
        }
      }
    },
  };
}

/** The inputs of the build that makes the late files, and the plugin that gives them; `used` as above. */
export function lateFiles(used) {
  const plugin = {
    name: 'late-files',
    resolveId(id, from) {
      if (from === undefined && used.has(id)) return `\0file:${id}`;
      if (from?.startsWith('\0file:') && id.startsWith('./')) return resolve(id);
      if (from?.startsWith('\0file:')) return this.resolve(id, resolve('core/index.ts'));
    },
    load(id) {
      if (!id.startsWith('\0file:')) return;
      const name = id.slice('\0file:'.length);
      const from = JSON.stringify(isOwn(name) ? `./${name}` : name);
      // values of our own: a default that is only passed on from a CommonJS package is lost between two files
      return [...used.get(name)]
        .map(
          (each) =>
            `import { ${each} as its_${each} } from ${from};\nconst of_${each} = its_${each};\nexport { of_${each} as ${each} };`,
        )
        .join('\n');
    },
  };
  return { input: Object.fromEntries([...used.keys()].map((name) => [fileOf(name), name])), plugin };
}

function standsInFor(id, from) {
  if (from === undefined || from.startsWith('\0')) return false;
  if (Object.hasOwn(lateOfNode, id)) return lateOfNode[id].from.test(own(from));
  return Object.hasOwn(late, nameOf(id, from));
}

function nameOf(id, from) {
  return id.startsWith('.') ? own(resolve(dirname(from), id)) : id;
}

function standIn(name) {
  const file = JSON.stringify(`./${fileOf(name)}.cjs`);
  return [
    "import { createRequire } from 'node:module';",
    'let there;',
    `const load = () => (there ??= createRequire(import.meta.url)(${file}));`,
    ...late[name].map(
      (each) => `const $${each} = (...all) => load().${each}(...all);\nexport { $${each} as ${each} };`,
    ),
  ].join('\n');
}

function standInOfNode(name) {
  return lateOfNode[name].names
    .map((each) => `export const ${each} = (...all) => process.getBuiltinModule('${name}').${each}(...all);`)
    .join('\n');
}

/** commander starts programs only for subcommands that are files of their own; none of ours is. */
function withoutChildProcess(code) {
  const [before, after, ...more] = code.split("require('node:child_process')");
  if (after === undefined || more.length > 0)
    throw new Error('commander loads child_process in another way now');
  return `${before}{ spawn: (...all) => process.getBuiltinModule('node:child_process').spawn(...all) }${after}`;
}

/** The name of its file without an ending: `late-zod-mini`. */
function fileOf(name) {
  return `late-${name
    .replace(/\.\w+$/, '')
    .replace(/\W+/g, '-')
    .replace(/^-/, '')}`;
}

function isOwn(name) {
  return name.startsWith('core/');
}

/** A path from the root of the repository, with slashes. */
function own(path) {
  return relative('.', path).split(sep).join('/');
}
