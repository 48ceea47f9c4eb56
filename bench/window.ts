import type { Conversation } from '../core/conversation.ts';
import type { Kept } from '../core/window/assemble.ts';
import { count } from '../core/window/count.ts';
import type { Policy } from '../core/window/limits.ts';
import type { Row } from './row.ts';
import { assembly } from './window/assembly.ts';
import { conversation, profiles } from './window/conversations.ts';
import { type Peer, peers, simulatePeer } from './window/peers.ts';
import { simulate, turnCount, verbatimCosts } from './window/simulate.ts';
import { mean, type Result, type Size, sizes, tally } from './window/tally.ts';

/** The goals of policy `steps`: at most or at least so much. */
const goals: Readonly<Record<Size, Result>> = {
  '8k': { prefill: 1.1, cached: 83, score: 47, worst: 75, moves: 9 },
  '32k': { prefill: 1.25, cached: 89, score: 66, worst: 55, moves: 3 },
  '180k': { prefill: 1.35, cached: 97, score: 88, worst: 70, moves: 0.3 },
};

const units: Readonly<Record<keyof Result, string>> = {
  prefill: '× lower bound',
  cached: '% cached',
  score: 'score',
  worst: '% of the budget, worst turn',
  moves: '% of turns, old end moves',
};

/**
 * Three conversations of 2,000 turns at three window sizes: the three policies through the real `assemble`, the peers
 * over the same messages. Each row of `steps` stands beside the best peer of the same run.
 */
export async function window(): Promise<Row[]> {
  const fromDisk = await assembly();
  const chats = profiles.map((profile) => counted(conversation(profile)));
  const simulated = (Object.keys(sizes) as Size[]).flatMap((size) => {
    const ours = (policy: Policy) =>
      mean(chats.map(({ chat, kept }) => tally(simulate(chat, kept, policy, size), size)));
    const theirs = (peer: Peer) =>
      mean(
        chats.map(({ chat, kept }) =>
          tally(simulatePeer(verbatimCosts(chat, kept, size), peer, size, turnCount), size),
        ),
      );
    const others = (Object.keys(peers) as Peer[]).map((peer) => ({
      name: peer as string,
      result: theirs(peer),
    }));
    const plain = { name: 'sliding', result: ours('sliding') };
    const stepped = ours('steps');
    return [
      ...(Object.keys(units) as (keyof Result)[]).map((key) =>
        goalRow(size, key, stepped, [...others, plain]),
      ),
      ...[{ name: 'eager', result: ours('eager') }, plain, ...others].flatMap(({ name, result }) =>
        told(size, name, result, stepped),
      ),
    ];
  });
  return [...fromDisk, ...simulated];
}

interface Counted {
  readonly chat: Conversation;
  readonly kept: Kept;
}

function counted(chat: Conversation): Counted {
  const rows = chat.messages.map(count);
  return { chat, kept: { counted: (index) => rows[index], outline: () => undefined } };
}

/** A row of `steps` beside the other that comes nearest to it in information. */
function goalRow(
  size: Size,
  key: keyof Result,
  steps: Result,
  others: readonly { readonly name: string; readonly result: Result }[],
): Row {
  const goal = goals[size][key];
  const value = steps[key];
  const more = key === 'cached' || key === 'score';
  const best = [...others].sort((a, b) =>
    more ? b.result[key] - a.result[key] : a.result[key] - b.result[key],
  )[0];
  const ok = more ? value >= goal : value <= goal;
  return {
    name: `${size} steps`,
    value,
    unit: units[key],
    against: best === undefined ? '' : `${best.result[key].toPrecision(3)} ${best.name}`,
    ratio: value / (best?.result[key] ?? 1),
    goal: `${more ? '≥' : '≤'} ${goal}`,
    ok,
  };
}

/** What another policy does, for comparison; its goal is only to be told. */
function told(size: Size, name: string, result: Result, steps: Result): Row[] {
  return (Object.keys(units) as (keyof Result)[]).map((key) => ({
    name: `${size} ${name}`,
    value: result[key],
    unit: units[key],
    against: `${steps[key].toPrecision(3)} steps`,
    ratio: result[key] / steps[key],
    goal: '',
    ok: true,
  }));
}
