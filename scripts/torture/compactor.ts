/**
 * A compactor that is killed again and again: puts short forms into every chat of a vault, takes some out, and is
 * told by its arguments at which call of the disk to die and how often a disk is full. Prints one line a write.
 */
import { writeSync } from 'node:fs';
import { type Edit, type Message, sha256, source } from '../../core/index.ts';
import { type Disk, openVault, disk as realDisk } from '../../vault/index.ts';
import { random } from './random.ts';

const [root, seed, dieAt, fullOneIn] = process.argv.slice(2) as [string, string, string, string];
const chance = random(Number(seed));
let calls = 0;

const disk: Disk = new Proxy(realDisk, {
  get(target, name: keyof Disk) {
    const call = target[name] as (...args: unknown[]) => unknown;
    if (name === 'now' || name === 'wall' || name === 'wait' || name === 'user') return call;
    return (...args: unknown[]) => {
      calls += 1;
      if (calls === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
      if (
        (name === 'write' || name === 'sync') &&
        Number(fullOneIn) > 0 &&
        chance.below(Number(fullOneIn)) === 0
      )
        throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
      if (name === 'exchange' && process.argv[7] === 'by-rename')
        throw Object.assign(new Error('ENOSYS: injected'), { code: 'ENOSYS' });
      return call(...args);
    };
  },
});

let stopping = false;
process.on('SIGTERM', () => {
  stopping = true;
});

const vault = await openVault(root, { disk, env: {} });
say(`recovered ${vault.recovered.length}`);
const once = process.argv[6] === 'once';
do {
  for (const { path } of await vault.chats()) {
    if (stopping) break;
    try {
      await pass(path);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'ENOSPC' && code !== 'not-found' && code !== 'locked' && code !== 'not-a-chat')
        throw error;
      say(`failed ${code}`);
    }
  }
  await new Promise(setImmediate);
} while (!stopping && !once);
await vault.close();

async function pass(path: string): Promise<void> {
  const { messages } = (await vault.read(path)).conversation;
  const edits = messages.flatMap((message) => editOf(message) ?? []);
  if (edits.length === 0) return;
  const report = await vault.edit(path, edits, { byHand: true });
  say(`edit ${report.outcome} ${report.exchanges} ${report.caught} ${report.copies.length}`);
}

function editOf(message: Message): Edit | undefined {
  const wanted = source(message);
  if (message.compaction?.source === wanted) {
    return !once && chance.below(8) === 0 ? { kind: 'uncompact', messageId: message.id } : undefined;
  }
  const words = `short form of ${message.id}`;
  return {
    kind: 'compact',
    messageId: message.id,
    source: wanted,
    compaction: {
      version: 4,
      source: wanted,
      recipe: sha256('torture'),
      messageId: message.id,
      methods: ['extractive'],
      createdAt: 0,
      text: sha256(words),
      segments: [{ type: 'text', text: words }],
    },
  };
}

function say(text: string): void {
  writeSync(1, `${text}\n`);
}
