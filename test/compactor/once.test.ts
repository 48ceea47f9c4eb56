import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CompactorEvent, compactOnce, type OnceOptions, Pool } from '../../compactor/index.ts';
import { parse, usable } from '../../core/index.ts';
import { type ModelServer, modelServer, says } from '../support/model-server.ts';
import { chatOf, longText, shortText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

let server: ModelServer;
let folder: VaultFolder;
let events: CompactorEvent[];

beforeEach(async () => {
  server = await modelServer();
  events = [];
});
afterEach(async () => {
  await server.close();
  folder?.remove();
});

/** A vault whose settings ask the scripted server. */
function asking(files: Record<string, string>, more: Record<string, unknown> = {}): void {
  folder = vaultFolder(files, {
    compactor: { method: 'model', model: 'tiny', endpoint: server.url, ...more },
  });
}

async function once(options: OnceOptions = {}, paths?: string[]) {
  const vault = await folder.open();
  try {
    return await compactOnce(vault, paths, { env: folder.env, pool, ...options }, (event) =>
      events.push(event),
    );
  } finally {
    await vault.close();
  }
}

const shortForms = (path: string) =>
  parse(Buffer.from(folder.read(path))).messages.map(
    (message) => usable(message)?.segments.find(({ type }) => type === 'text')?.text,
  );

describe('one pass with a model', () => {
  test('long messages get their short form, newest first, and no other byte changes', async () => {
    const before = chatOf(longText('gate'), 'Fine.', longText('pump'));
    asking({ 'a.md': before });
    server.replies.push(says(shortText('pump')), says(shortText('gate')));
    const counts = await once();
    expect(counts).toMatchObject({ files: 1, messages: 3, eligible: 2, accepted: 2, skipped: 1, written: 2 });
    expect(counts.saved_chars).toBeGreaterThan(300);
    expect(shortForms('a.md')).toEqual([shortText('gate'), undefined, shortText('pump')]);
    expect(server.requests.map(({ text }) => /gate|pump/.exec(text)?.[0])).toEqual(['pump', 'gate']);
    expect(
      folder.read('a.md').replaceAll(/<!-- clara:compacted -->[\s\S]*?(?=<!-- clara:end-message)/g, ''),
    ).toBe(before);
  });

  test('a second pass finds nothing to do', async () => {
    asking({ 'a.md': chatOf(longText('gate')) });
    server.otherwise = says(shortText('gate'));
    await once();
    const after = folder.read('a.md');
    expect(await once()).toMatchObject({
      eligible: 0,
      accepted: 0,
      skipped: 1,
      written: 0,
      reasons: { valid: 1 },
    });
    expect(folder.read('a.md')).toBe(after);
    expect(server.requests).toHaveLength(1);
  });
});
