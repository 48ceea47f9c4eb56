import { linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compactOnce } from '../../compactor/index.ts';
import { defaults, parse, recipe, usable } from '../../core/index.ts';
import { openVault, served } from '../../vault/index.ts';
import { folder } from './disks.ts';

const words = Array.from(
  { length: 12 },
  (_, at) => `On day ${at} the committee decided that room ${at} stays closed until the roof is mended.`,
);
const chat = `<!-- clara:message -->\n{"id":1,"role":"user","created_at":"2026-11-02T08:14:30Z","version":2,"simple":true}\n${words.join(' ')}\n<!-- clara:end-message -->\n`;

test('T25 a chat that is left alone is served its short forms from the cache, its bytes as they were', async () => {
  const root = folder();
  writeFileSync(join(root, 'a.md'), chat);
  linkSync(join(root, 'a.md'), join(root, 'second-name.txt'));
  const vault = await openVault(root, { env: {} });
  await compactOnce(vault, undefined, {});
  expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe(chat);
  const { conversation } = await vault.read('a.md');
  const [message] = served(conversation, recipe(vault.settings.compactor), vault.cache).messages;
  expect(usable(message!)?.segments[0]?.text.length).toBeLessThan(words.join(' ').length * 0.6);
  expect(usable(conversation.messages[0]!)).toBeUndefined();
});

test('what stands in the file and fits is served as it stands', () => {
  const conversation = parse(Buffer.from(chat));
  const made = recipe(defaults().compactor);
  expect(served(conversation, made, { summary: () => undefined })).toEqual(conversation);
});
