import type { Entry } from '../command.ts';

/** Every command, in the order `--help` lists them. */
export const commands: readonly Entry[] = [];
