import { expect, test } from 'vitest';
import status from '../../cli/commands/status.ts';
import { runOn } from '../support/command.ts';
import { vaultFolder } from '../support/vault-folder.ts';

test('the status of a vault without a service says how to start one', async () => {
  const folder = vaultFolder();
  try {
    const { code, out, err } = await runOn(folder, status, {}, []);
    expect([code, out]).toEqual([1, 'No service has run for this vault.']);
    expect(err).toContain('`chatvault watch`');
    const json = await runOn(folder, status, { json: true }, []);
    expect([json.code, json.err]).toEqual([1, '']);
  } finally {
    folder.remove();
  }
});
