import { basename } from 'node:path';
import { ChatvaultError } from '../../core/index.ts';

/** The most bytes that the files taken from one archive may unpack to: a small archive can hold terabytes of zeros. */
const mostUnpacked = 400 * 2 ** 20;

/** The most files that an archive is looked through for. */
const mostEntries = 100_000;

/** What ChatGPT and Claude.ai call the file with the conversations; large exports have several, with a number behind. */
const isConversations = /^conversations[^/\\]*\.json$/i;

/** Whether bytes begin as a zip archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The files with conversations in a zip archive, in the order of their names. Throws `usage` where there is none, where
 * they would unpack to too many bytes, and for an archive that is damaged or packed in another way.
 */
export async function conversationFiles(
  archive: Uint8Array,
): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const { unzipSync } = await import('fflate');
  const sizes = new Map<string, number>();
  let entries = 0;
  let unpacked = 0;
  const isWanted = (entry: { readonly name: string; readonly originalSize: number }): boolean => {
    entries += 1;
    if (entries > mostEntries) throw tooLarge(`more than ${mostEntries} files`);
    if (entry.name.startsWith('__MACOSX/') || !isConversations.test(basename(entry.name))) return false;
    sizes.set(entry.name, entry.originalSize);
    unpacked += entry.originalSize;
    if (unpacked > mostUnpacked) throw tooLarge(`conversations of more than ${mostUnpacked / 2 ** 20} MB`);
    return true;
  };
  const found = Object.entries(unpack(() => unzipSync(archive, { filter: isWanted })));
  if (found.length === 0) throw refused('it is a zip archive without a conversations.json');
  if (found.some(([name, bytes]) => bytes.length !== sizes.get(name)))
    throw damaged('a file in it is cut off');
  return found
    .map(([name, bytes]) => ({ name: basename(name), bytes }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function unpack<Files>(work: () => Files): Files {
  try {
    return work();
  } catch (error) {
    if (error instanceof ChatvaultError) throw error;
    throw damaged((error as Error).message);
  }
}

function damaged(why: string): ChatvaultError {
  return refused(`it is a zip archive that cannot be unpacked here (${why})`);
}

function tooLarge(what: string): ChatvaultError {
  return refused(`it is a zip archive with ${what}`);
}

function refused(found: string): ChatvaultError {
  return new ChatvaultError(
    'usage',
    found,
    'Unpack it and name the file with the conversations, usually conversations.json',
  );
}
