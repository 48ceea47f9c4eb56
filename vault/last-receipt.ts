import { join } from 'node:path';
import { isReceipt, type Receipt } from '../core/index.ts';
import { readKept } from './keep-file.ts';
import { isStateFolder, stateFolder } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

/**
 * The receipt of the last request of a chat, whatever model, form and policy it was made for, as kept in
 * `.chatvault/receipts/`; `chat` is the session's id, or the chat's path where it has none. Undefined when there is none;
 * receipts that are damaged or too large are passed by.
 */
export async function lastReceipt(disk: Disk, root: string, chat: string): Promise<Receipt | undefined> {
  if (!isStateFolder(disk, root, folderName)) return undefined;
  const folder = join(root, stateFolder, folderName);
  for (const name of newestFirst(disk, folder)) {
    const found = await read(disk, join(folder, name));
    if (found?.asked?.chat === chat) return found;
  }
  return undefined;
}

const folderName = 'receipts';
const mostBytes = 64 * 1024 * 1024;

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

async function read(disk: Disk, file: string): Promise<Receipt | undefined> {
  try {
    const { kind, size } = disk.look(file);
    if (kind !== 'file' || size > mostBytes) return undefined;
    const found: unknown = JSON.parse(await readKept(disk, file));
    return isReceipt(found) ? found : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
