import { random } from './random.ts';
import { Rounds, randomRound } from './rounds.ts';

/** So many saves at chosen calls of a disk in memory, with kills, power cuts and failing calls. */
export async function inMemory(seed: number, rounds: number): Promise<{ result: object; bad: number }> {
  const chance = random(seed);
  const sum = { edits: 0, exchanges: 0, caught: 0, kills: 0, lost: 0, visibleCopies: 0, leftBehind: 0 };
  let world = new Rounds();
  for (let count = 1; count <= rounds; count += 1) {
    const round = randomRound(chance);
    await world.run(round);
    sum.edits += 1;
    if (world.text !== world.expected) sum.lost += 1;
    sum.visibleCopies += world.copies.length;
    sum.leftBehind += world.left.length;
    const wrong = world.text !== world.expected || world.copies.length + world.left.length > 0;
    if (wrong) process.stderr.write(`round ${count}: ${JSON.stringify(round)}\n`);
    if (!wrong && count % 20 !== 0 && count < rounds) continue;
    sum.exchanges += world.exchanges;
    sum.caught += world.caught;
    sum.kills += world.killed;
    world = new Rounds();
  }
  return { result: sum, bad: sum.lost + sum.leftBehind + sum.visibleCopies };
}
