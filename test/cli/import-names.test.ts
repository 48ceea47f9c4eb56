import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bring } from '../../cli/import/bring.ts';
import { readImport } from '../../core/index.ts';
import { openVault } from '../../vault/index.ts';
import { chatOf, vaultFolder } from '../support/vault-folder.ts';

test('a name that another program took in the meantime is not written over, and the chat gets the next one', async () => {
  const folder = vaultFolder({ 'Where.md': chatOf('mine') });
  const vault = await openVault(folder.root, { env: {} });
  try {
    const reading = readImport('a.json', '[{"role":"user","content":"Where"}]');
    const [conversation] = 'conversations' in reading ? reading.conversations : [];
    const known = { origins: new Map<string, string>(), free: () => 'Where.md' };
    const brought = await bring(vault, known, conversation!, { folder: '.', wantsMissing: false });
    expect(brought).toMatchObject({ outcome: 'created', path: 'Where (2).md' });
    expect(readFileSync(join(folder.root, 'Where.md'), 'utf8')).toContain('mine');
    expect(readdirSync(folder.root)).toContain('Where (2).md');
  } finally {
    await vault.close();
    folder.remove();
  }
});
