import { join } from 'node:path';
import type { Receipt } from '../core/index.ts';
import { receiptIn, receiptsFolder } from './receipts.ts';
import { isStateFolder, stateFolder } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

/**
 * The receipt of the last request of a chat, whatever model, form and policy it was made for, as kept in
 * `.chatvault/receipts/`; `chat` is the session's id, or the chat's path where it has none. Undefined when there is none;
 * receipts that are damaged or too large are passed by.
 */
export async function lastReceipt(disk: Disk, root: string, chat: string): Promise<Receipt | undefined> {
  if (!isStateFolder(disk, root, receiptsFolder)) return undefined;
  const folder = join(root, stateFolder, receiptsFolder);
  for (const name of newestFirst(disk, folder)) {
    const found = await receiptIn(disk, join(folder, name));
    if (found?.asked?.chat === chat) return found;
  }
  return undefined;
}

function newestFirst(disk: Disk, folder: string): string[] {
  try {
    const names = disk.list(folder).filter((name) => name.endsWith('.json'));
    const aged = names.map((name) => ({ name, at: disk.look(join(folder, name)).mtimeNs }));
    return aged.toSorted((a, b) => Number(b.at - a.at)).map(({ name }) => name);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}
