import { closeSync, openSync } from 'node:fs';
import {
  ChatvaultError,
  type Conversation,
  type Kept,
  type Message,
  nothingKept,
  openRows,
  type Recipe,
  recipe,
} from '../core/index.ts';
import { catalogOf, catalogPath, keepCatalog, type Look, lookAt } from './catalog.ts';
import type { Catalog } from './catalog-file.ts';
import { type CatalogPages, catalogPages } from './catalog-pages.ts';
import type { Located } from './paths.ts';
import { readChat } from './read.ts';
import { served, servedMessage } from './serve.ts';
import type { Vault } from './vault.ts';
import { codeOf } from './write/disk.ts';
import { mostBytes } from './write/guards.ts';

/** A chat as it stands; of a long one only what is looked at is read. */
export interface Browsed {
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  /** With the short forms that were accepted but do not stand in the file (`served`). */
  readonly conversation: Conversation;
  /** What is kept of its messages, for `assemble`. */
  readonly kept: Kept;
}

/**
 * Gives a chat to `use`, and what `use` made of it back. Small chats are read as a whole, long ones by their catalog.
 * Everything that is wanted of the conversation must be taken out of it before `use` ends; when somebody writes to the
 * file meanwhile `use` runs again. Throws what `use` and `readChat` throw.
 */
export async function browse<T>(
  vault: Vault,
  path: string,
  use: (chat: Browsed) => T | Promise<T>,
): Promise<T> {
  const at = vault.locate(path);
  for (let tries = 0; tries < mostTries; tries++) {
    const opened = openLong(vault, at, tries === 0);
    if (opened === undefined) break;
    try {
      const made = await use(opened.chat);
      await opened.keep();
      return made;
    } catch (error) {
      if (!isChange(error)) throw error;
    } finally {
      closeSync(opened.fd);
    }
  }
  const { conversation } = await readChat(vault.disk, at);
  const wanted = recipeFor(vault, at.path, conversation);
  return use({
    path: at.path,
    conversation: served(conversation, wanted, vault.cache),
    kept: nothingKept,
  });
}

/**
 * Brings the catalog of a chat up to date, every byte compared, so that the next request need not; for whoever has the
 * time. `later`: somebody has just written to the chat, it is worth trying again a moment later. `small`: such a chat
 * has none, as one that is not there. Throws system errors of reading.
 */
export async function catalogChat(vault: Vault, path: string): Promise<'done' | 'later' | 'small'> {
  const { file } = vault.locate(path);
  const fd = openFile(vault, file);
  if (fd === undefined) return 'small';
  try {
    if (!isLong(lookAt(fd))) return 'small';
    const found = catalogOf(fd, catalogPath(vault.root, path), false);
    if (found === undefined || found.news === 'none') return 'done';
    if (found.catalog.stamp === '') return 'later';
    await keep(vault, path, found.catalog);
    return 'done';
  } catch (error) {
    if (isChange(error)) return 'later';
    throw error;
  } finally {
    closeSync(fd);
  }
}

const mostTries = 3;
/** Bytes; a smaller chat is read faster than its catalog. */
const long = 1_048_576;

function isLong({ size }: Look): boolean {
  return size >= long && size <= mostBytes;
}

interface Opened {
  readonly fd: number;
  readonly chat: Browsed;
  /** Keeps the catalog where it has news; a vault that cannot be written goes without. */
  readonly keep: () => Promise<void>;
}

/** A long chat by its catalog; undefined for every other file, whatever is the matter with it. */
function openLong(vault: Vault, { file, path }: Located, trusting: boolean): Opened | undefined {
  const fd = openFile(vault, file);
  if (fd === undefined) return undefined;
  let opened: Opened | undefined;
  try {
    if (isLong(lookAt(fd))) opened = byCatalog(vault, path, fd, trusting);
  } catch (error) {
    if (codeOf(error) === undefined && !isChange(error)) throw error;
  } finally {
    if (opened === undefined) closeSync(fd);
  }
  return opened;
}

/** An ordinary file, opened; a pipe would wait for its other end. */
function openFile(vault: Vault, file: string): number | undefined {
  try {
    return vault.disk.look(file).kind === 'file' ? openSync(file, 'r') : undefined;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function byCatalog(vault: Vault, path: string, fd: number, trusting: boolean): Opened | undefined {
  const found = catalogOf(fd, catalogPath(vault.root, path), trusting);
  if (found === undefined) return undefined;
  const { catalog, news, look } = found;
  const pages = catalogPages(fd, found);
  const conversation = openRows(catalog, look.size, pages.readBlock);
  const chat = withServed(vault, path, conversation, catalog, pages);
  return {
    fd,
    chat,
    keep: async () => {
      if (news === 'much') await keep(vault, path, catalog);
    },
  };
}

function isChange(error: unknown): boolean {
  return error instanceof ChatvaultError && error.code === 'changed';
}

/** The conversation with what the cache has for messages without a usable short form; only those are read. */
function withServed(
  vault: Vault,
  path: string,
  conversation: Conversation,
  { counted, outline, sources }: Catalog,
  { ensure }: CatalogPages,
): Browsed {
  const { cache } = vault;
  const wanted = recipeFor(vault, path, conversation);
  const other = new Set<number>();
  const messages = conversation.messages.map((message, index): Message => {
    if (!cache.mayHave(sources[index] ?? 0) || counted(index).short !== undefined) return message;
    const found = servedMessage(message, wanted, cache);
    if (found !== message) other.add(index);
    return found;
  });
  const of =
    <One>(get: (index: number) => One) =>
    (index: number): One | undefined => {
      // a draft stands behind the last message
      if (index >= messages.length || other.has(index)) return undefined;
      ensure(index);
      return get(index);
    };
  const kept = { counted: of(counted), outline: of(outline) };
  return { path, conversation: { ...conversation, messages }, kept };
}

async function keep({ disk, root }: Vault, path: string, catalog: Catalog): Promise<void> {
  try {
    await keepCatalog(disk, root, path, catalog);
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof ChatvaultError)) throw error;
  }
}

function recipeFor(vault: Vault, path: string, conversation: Conversation): Recipe {
  return recipe(vault.settingsFor({ path, conversation }).settings.compactor);
}
