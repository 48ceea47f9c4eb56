import { join } from 'node:path';
import { type Dialect, isReceipt, type Policy, type Receipt, sha256 } from '../core/index.ts';
import { keepFile, readKept } from './keep-file.ts';
import { stateFolder } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

/** What decides which receipt a request follows: requests that differ in one of these share no prompt cache. */
export interface ReceiptKey {
  /** The session's id, or the chat's path where it has none. */
  readonly chat: string;
  readonly dialect: Dialect;
  readonly policy: Policy;
  /** The model's window, in tokens: it stands for the model, which a request does not name. */
  readonly window: number;
  /** Whether secrets were taken out. */
  readonly redacted: boolean;
}

/**
 * The receipt of the last request of a chat for such a model, as kept in `.chatvault/receipts/`. Undefined when there
 * is none; one that is damaged, too large or not readable is as good as none, for all of it can be made again.
 */
export async function keptReceipt(disk: Disk, root: string, key: ReceiptKey): Promise<Receipt | undefined> {
  const found = await receiptIn(disk, fileOf(root, key));
  return found?.dialect === key.dialect && found.policy === key.policy ? found : undefined;
}

/** The receipt in a file; undefined where none is, where it is damaged, too large or not readable. */
export async function receiptIn(disk: Disk, file: string): Promise<Receipt | undefined> {
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

/**
 * Keeps the receipt of a request for the next one, in the place of the one before; of many chats the newest 200 stay.
 * What changes each turn (note, recalled passages, state) is left out: nobody follows it, and it may be private.
 * Moved into place whole, but not forced to the disk: after a power failure it may be gone or torn, which is then seen.
 * Throws system errors, and `disk` where the vault's own folder is none.
 */
export async function keepReceipt(disk: Disk, root: string, key: ReceiptKey, made: Receipt): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(lasting(made)));
  await keepFile(disk, root, fileOf(root, key), bytes, mostFiles);
}

function lasting({ note: _, around, ...rest }: Receipt): Receipt {
  return { ...rest, around: { ...around, recalled: [], state: [] } };
}

/** The folder of receipts inside the vault's own. */
export const receiptsFolder = 'receipts';
const mostBytes = 64 * 1024 * 1024;
const mostFiles = 200;

function fileOf(root: string, { chat, dialect, policy, window, redacted }: ReceiptKey): string {
  const name = sha256(JSON.stringify([chat, dialect, policy, window, redacted])).slice(0, 32);
  return join(root, stateFolder, receiptsFolder, `${name}.json`);
}
