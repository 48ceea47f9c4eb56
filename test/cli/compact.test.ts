import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelServer } from '../support/model-server.ts';
import { chatOf, longText } from '../support/vault-folder.ts';
import { place } from './run.ts';

describe('compact', () => {
  it('gives long messages their short form, prints a table, and finds nothing the second time', () => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'a.md'), chatOf(longText('gate'), 'Fine.', longText('pump')));
    const ran = run('compact');
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(
      /^chat +long +accepted +refused +failed +characters saved\na\.md +2 +2 +0 +0 +\d+$/m,
    );
    expect(ran.out).toMatch(
      /Skipped: 1 short\.\n\n1 chat, 3 messages: 2 of 2 long messages shortened; \d+ characters saved\.\n$/,
    );
    const after = readFileSync(join(vault, 'a.md'), 'utf8');
    expect(run('compact').out).toBe(
      'Skipped: 1 short, 2 finished.\n\n1 chat, 3 messages: nothing to shorten.\n',
    );
    expect(readFileSync(join(vault, 'a.md'), 'utf8')).toBe(after);
  });

  it('gives its counts as numbers in one JSON object', () => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'a.md'), chatOf(longText('gate'), 'Fine.'));
    const counts = run('compact', '--json').json() as Record<string, unknown>;
    expect(counts).toMatchObject({
      files: 1,
      messages: 2,
      eligible: 1,
      accepted: 1,
      refused: 0,
      skipped: 1,
      failed: 0,
    });
    expect(counts.saved_chars).toBeGreaterThan(100);
    expect(counts.reasons).toEqual({ short: 1 });
  });

  it('--dry-run writes nothing, not even the cache', () => {
    const { run, vault } = place();
    const text = chatOf(longText('gate'));
    writeFileSync(join(vault, 'a.md'), text);
    expect(run('compact', '--dry-run').out).toContain('1 of 1 long message would be shortened');
    expect(readFileSync(join(vault, 'a.md'), 'utf8')).toBe(text);
    expect(run('compact', '--json').json()).toMatchObject({ accepted: 1, cached: 0 });
  });

  it('takes chats and folders by name, and leaves the others', () => {
    const { run, vault } = place();
    run('init');
    for (const path of ['a.md', 'b.md']) writeFileSync(join(vault, path), chatOf(longText(path)));
    expect(run('compact', 'b.md', '--json').json()).toMatchObject({ files: 1, accepted: 1 });
    expect(readFileSync(join(vault, 'a.md'), 'utf8')).toBe(chatOf(longText('a.md')));
    expect(run('compact', '.', '--json').json()).toMatchObject({ accepted: 3 });
  });

  it.each([
    [['no-such.md'], 1, 'there is no chat "no-such.md"'],
    [['note.md'], 1, 'ordinary Markdown file'],
    [['../elsewhere.md'], 2, 'not a file of this vault'],
    [['--method', 'magic'], 2, 'extractive, model'],
    [['--review'], 2, 'no terminal'],
  ])('refuses %j in words, with exit code %i', (args, code, says) => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'note.md'), 'An ordinary note.\n');
    const ran = run('compact', ...args);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(says);
  });

  it('has exit code 3 when the endpoint is not there, says why, and keeps the words', async () => {
    const server = await modelServer();
    await server.close();
    const { run, vault } = place();
    const text = chatOf(longText('gate'), longText('pump'));
    writeFileSync(join(vault, 'a.md'), text);
    run('init');
    writeFileSync(
      join(vault, 'chatvault.yaml'),
      JSON.stringify({ compactor: { method: 'model', endpoint: server.url } }),
    );
    const ran = run('compact');
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(/a\.md +2 +failed +connect ECONNREFUSED/);
    expect(ran.out).toContain('failed; 0 characters saved.');
    expect(readFileSync(join(vault, 'a.md'), 'utf8')).toBe(text);
  });
});
