import { setTimeout as wait } from 'node:timers/promises';

/** Resolves when the condition holds; looks often, and leaves giving up to the test's own time limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20);
}
