import type { Entry } from '../command.ts';

/** Every command, in the order `--help` lists them. */
export const commands: readonly Entry[] = [
  { name: 'init', says: 'make a vault', load: () => import('./init.ts') },
  { name: 'add', says: 'add a message to a chat', load: () => import('./add.ts') },
  { name: 'import', says: "bring in other programs' conversations", load: () => import('./import.ts') },
];
