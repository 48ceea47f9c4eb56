// The watcher's library alone, with the options the compactor uses.
import { watch } from 'chokidar';

const watcher = watch(process.argv[2], {
  ignoreInitial: true,
  followSymlinks: false,
  atomic: true,
  awaitWriteFinish: { stabilityThreshold: 300, pollInterval: 50 },
});
watcher.on('ready', () => process.stdout.write('ready\n'));
process.on('SIGTERM', () => process.exit(0));
