/**
 * npm run torture -- --seconds N --seed S [--dir FOLDER] [--calm] [--by-rename]
 * npm run torture -- --rounds N --seed S
 * npm run torture -- --checkouts N
 * Editors of every kind save chats while two compactors write into them, are killed and find the disk full. An
 * independent account of what was saved is compared with the files all the time and at the end. `--by-rename` shows
 * what the same loses when files are replaced the usual way, by comparing and renaming. `--rounds` is the same without
 * programs: saves, kills, power cuts and failing calls at chosen calls of a disk in memory. `--checkouts` switches
 * branches with git while a compactor writes.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkouts } from './torture/checkouts.ts';
import { inMemory } from './torture/in-memory.ts';
import { live } from './torture/live.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    dir: { type: 'string', default: join(import.meta.dirname, '../.tmp-tests') },
    rounds: { type: 'string', default: '0' },
    checkouts: { type: 'string', default: '0' },
    calm: { type: 'boolean', default: false },
    'by-rename': { type: 'boolean', default: false },
  },
});

const [seed, seconds, rounds, switches] = [values.seed, values.seconds, values.rounds, values.checkouts].map(
  Number,
) as [number, number, number, number];
const { dir, calm } = values;
const options = { seed, dir, byRename: values['by-rename'] };
const { result, bad } =
  rounds > 0
    ? await inMemory(seed, rounds)
    : switches > 0
      ? await checkouts({ ...options, count: switches })
      : await live({ ...options, seconds, calm });
process.stdout.write(`${JSON.stringify({ seed, ...result }, null, 2)}\n`);
process.exitCode = bad === 0 ? 0 : 1;
