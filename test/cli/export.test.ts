import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { place } from './run.ts';

describe('export', () => {
  it('writes a chat in four forms to standard output', () => {
    const { run } = place();
    run('add', 'plans.md', '--role', 'user', '--text', 'Where were we?');
    expect(run('export', 'plans.md', '--to', 'md').out).toMatch(
      /^## user · [\d-]+ [\d:]+\n\nWhere were we\?\n$/,
    );
    expect(run('export', 'plans.md', '--to', 'html').out).toContain('<p dir="auto">Where were we?</p>');
    expect(run('export', 'plans.md', '--to', 'json').json()).toMatchObject({
      messages: [{ id: 1, role: 'user' }],
    });
    expect(run('export', 'plans.md', '--to', 'openai').json()).toEqual({
      messages: [{ role: 'user', content: 'Where were we?' }],
    });
  });

  it('brings a picture back that was imported', () => {
    const { run } = place();
    const bird = join(import.meta.dirname, '../cases/043-image-data-uri-is-an-image/import.messages.json');
    run('import', bird);
    const { out } = run('export', 'Which bird is this.md', '--to', 'openai');
    expect(out).toContain('"url": "data:image/png;base64,iVBORw0KGgo');
  });

  it.each([
    [['gone.md', '--to', 'md'], 1, 'there is no chat "gone.md" in this vault'],
    [['note.md', '--to', 'md'], 1, 'not a chat'],
    [['note.md', '--to', 'pdf'], 2, 'md, html, json, openai'],
    [['note.md'], 2, '--to'],
    [['../x.md', '--to', 'md'], 2, 'not a file of this vault'],
  ])('answers %j with exit code %i and a sentence', (args, code, says) => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'note.md'), '# A note\n');
    const ran = run('export', ...args);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(says);
  });
});
