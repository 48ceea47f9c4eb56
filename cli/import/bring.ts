import { isAbsolute, posix, relative } from 'node:path';
import { additions, ChatvaultError, type Imported, type NewMessage } from '../../core/index.ts';
import { aloneSays, keepAttachments, laterSays, type Vault } from '../../vault/index.ts';

/** What became of one conversation. */
export interface Brought {
  readonly file: string;
  readonly conversation: Imported;
  /** `empty`: nothing that anybody said; `later`: the chat was not written, `why` says the reason. */
  readonly outcome: 'created' | 'added' | 'unchanged' | 'empty' | 'later';
  /** Relative to the vault; the empty string for an empty one. */
  readonly path: string;
  readonly added: number;
  readonly known: number;
  readonly missing: number;
  readonly attachments: number;
  readonly why?: string;
}

/** What the person asked for. */
export interface Wish {
  /** Of the vault, for new chats. */
  readonly folder: string;
  readonly wantsMissing: boolean;
}

/** What a run of imports knows of the vault. */
export interface Known {
  /** Which chat holds which conversation of another program, by the front matter key `origin`. */
  readonly origins: Map<string, string>;
  /** Gives free paths in the folder for new chats; made when the first is wanted. */
  free?: (title: string) => string;
}

/** Reads the origins of every chat in the vault. Of two copies the first in the order of paths is taken. */
export async function known(vault: Vault): Promise<Known> {
  const origins = new Map<string, string>();
  for (const { path } of await vault.chats()) {
    const origin = await originOf(vault, path);
    if (typeof origin === 'string' && !origins.has(origin)) origins.set(origin, path);
  }
  return { origins };
}

async function originOf(vault: Vault, path: string): Promise<unknown> {
  try {
    return (await vault.read(path)).conversation.meta.data.origin;
  } catch (error) {
    // gone or locked since it was listed: it is not the chat of anything we import
    if (error instanceof ChatvaultError) return undefined;
    throw error;
  }
}

/**
 * Puts a conversation into the vault: into the chat that came from it, wherever a person moved that to, else into a new
 * one. Attachments are on the disk before the chat names them. Throws what the vault throws.
 */
export async function bring(
  vault: Vault,
  known: Known,
  conversation: Imported,
  { folder, wantsMissing }: Wish,
): Promise<Omit<Brought, 'file'>> {
  const origin = `${conversation.kind}:${conversation.id}`;
  const path = known.origins.get(origin);
  if (path !== undefined) return append(vault, path, conversation, wantsMissing);
  const { messages } = additions(conversation, { uids: new Set(), lastId: 0 });
  const result = { conversation, added: messages.length, known: 0, missing: 0, attachments: 0 };
  if (messages.length === 0) return { ...result, outcome: 'empty', path: '' };
  known.free ??= vault.freePaths(folderPath(vault.root, folder));
  const free = known.free(conversation.title);
  const attachments = await keepAttachments(vault, free, conversation.attachments);
  const chat = { ...frontMatter(conversation, origin), messages };
  const made = await vault.create(free, chat).catch((error: unknown) => {
    // a name that another program took since the folder was listed
    if (!(error instanceof ChatvaultError && error.code === 'usage')) throw error;
    known.free = vault.freePaths(folderPath(vault.root, folder));
    return vault.create(known.free(conversation.title), chat);
  });
  known.origins.set(origin, made.path);
  return { ...result, outcome: 'created', path: made.path, attachments };
}

async function append(
  vault: Vault,
  path: string,
  conversation: Imported,
  wantsMissing: boolean,
): Promise<Omit<Brought, 'file'>> {
  const { messages: present } = (await vault.read(path)).conversation;
  const plan = additions(conversation, {
    uids: new Set(present.flatMap(({ uid }) => uid ?? [])),
    lastId: present.reduce((highest, { id }) => Math.max(highest, id), 0),
    wantsMissing,
  });
  const { known, missing } = plan;
  const result = { conversation, path, added: plan.messages.length, known, missing, attachments: 0 };
  if (plan.messages.length === 0) return { ...result, outcome: 'unchanged' };
  const attachments = await keepAttachments(vault, path, used(conversation, plan.messages));
  const report = await vault.edit(path, [{ kind: 'append', messages: plan.messages }], { byHand: true });
  if (report.outcome === 'written') return { ...result, outcome: 'added', attachments };
  if (report.outcome === 'unchanged') return { ...result, outcome: 'unchanged', added: 0, attachments };
  return {
    ...result,
    outcome: 'later',
    added: 0,
    attachments,
    ...(report.why !== undefined && { why: { ...laterSays, ...aloneSays }[report.why] }),
  };
}

function frontMatter({ kind: _, ...conversation }: Imported, origin: string) {
  const { id, title, createdAt, cwd } = conversation;
  return {
    sessionId: id,
    title,
    ...(createdAt !== '' && { createdAt }),
    data: { origin, ...(cwd !== undefined && { cwd }) },
  };
}

function used({ attachments }: Imported, messages: readonly NewMessage[]) {
  const paths = new Set(
    messages.flatMap(({ parts }) => parts.map((part) => ('path' in part ? part.path : ''))),
  );
  return attachments.filter(({ path }) => paths.has(path));
}

/** A folder inside the vault as its paths spell it; the root is the empty string. */
function folderPath(root: string, folder: string): string {
  const inner = isAbsolute(folder) ? relative(root, folder) : folder;
  const path = posix.normalize(inner.replaceAll('\\', '/')).replace(/^\.?\/|\/$/g, '');
  if (path === '.' || path === '') return '';
  if (path.split('/').some((name) => name.startsWith('.'))) {
    throw new ChatvaultError(
      'outside-vault',
      `--into ${folder}: not a folder where chats are found`,
      'Name a folder inside the vault; folders that begin with a dot are passed by.',
    );
  }
  return path;
}
