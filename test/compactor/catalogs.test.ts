import { appendFileSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { printChat, printMessage } from '../../core/index.ts';
import { catalogOf, catalogPath } from '../../vault/catalog.ts';
import { until } from '../support/until.ts';
import { type VaultFolder, vaultFolder } from '../support/vault-folder.ts';
import { type Watching, watching } from '../support/watching.ts';

let folder: VaultFolder;
let watched: Watching | undefined;
afterEach(async () => {
  await watched?.stop();
  folder.remove();
});

const said = (id: number) => ({
  ...{ id, role: 'user' as const, createdAt: '2026-10-12T09:03:00Z' },
  parts: [
    { type: 'text' as const, text: `Parcel ${id} is in the valley, ${'where it snows, '.repeat(12)}too.` },
  ],
});

/** Whether the kept catalog is that of the file as it stands, every byte of it compared. */
function isCurrent(): boolean {
  const fd = openSync(join(folder.root, 'long.md'), 'r');
  try {
    return catalogOf(fd, catalogPath(folder.root, 'long.md'), false)?.news === 'none';
  } finally {
    closeSync(fd);
  }
}

test('a service brings the catalog of a long chat up to date, at its start and after each change', async () => {
  const messages = Array.from({ length: 4500 }, (_, index) => said(index + 1));
  const settings = { compactor: { quiet: '100ms', min_words: 1000 } };
  folder = vaultFolder({ 'long.md': printChat({ messages }) }, settings);
  watched = await watching(folder, { rescanEvery: { events: 300, polling: 300 } });
  await until(isCurrent);
  appendFileSync(join(folder.root, 'long.md'), printMessage(said(4501)));
  expect(isCurrent()).toBe(false);
  await until(isCurrent);
});

test('its own writes make no catalog old for long', async () => {
  const long = {
    ...said(4501),
    parts: [{ type: 'text' as const, text: 'We meet on Monday at nine. It rains. '.repeat(30) }],
  };
  const messages = [...Array.from({ length: 4500 }, (_, index) => said(index + 1)), long];
  folder = vaultFolder(
    { 'long.md': printChat({ messages }) },
    { compactor: { quiet: '100ms', min_words: 100 } },
  );
  watched = await watching(folder);
  await watched.event('written');
  await until(isCurrent);
});
