import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, sha256, source } from '../../core/index.ts';
import { place } from './run.ts';

const words = Array.from(
  { length: 12 },
  (_, at) =>
    `The committee met on day ${at} and decided that room ${at} stays closed until the roof is mended.`,
).join(' ');

const message = (id: number, text: string, more = '') =>
  `<!-- clara:message -->\n{"id":${id},"role":"user","created_at":"2026-11-02T08:14:30Z","version":2,"simple":true}\n${text}\n${more}<!-- clara:end-message -->\n`;

function short(id: number, of: string, said: string, head = ''): string {
  const [asked] = parse(Buffer.from(message(id, of))).messages;
  return `<!-- clara:compacted -->\n{"version":4,"source":"${source(asked!)}","recipe":"other","messageId":${id},"methods":["model"],"createdAt":1,"text":"${sha256(said)}"${head}}\n<!-- clara:segment -->\n{"type":"text"}\n${said}\n`;
}

function withChat(text: string) {
  const made = place();
  const file = join(made.vault, 'a.md');
  writeFileSync(file, text);
  return { ...made, file, text: () => readFileSync(file, 'utf8') };
}

describe('undo', () => {
  it.each([
    ['plain', `---\ntitle: x\n---\n${message(1, words)}\n${message(2, words)}a draft`],
    [
      'CRLF, BOM, no final newline',
      `\ufeff${message(1, words)}text between  \n\n${message(2, words)}`
        .replaceAll('\n', '\r\n')
        .slice(0, -2),
    ],
  ])('gives the bytes from before the first compaction (%s)', (_, before) => {
    const { run, text } = withChat(before);
    expect(run('compact', '--json').json()).toMatchObject({ accepted: 2 });
    expect(text()).not.toBe(before);
    expect(run('undo', 'a.md')).toMatchObject({ code: 0, out: 'a.md: 2 short forms taken out\n' });
    expect(text()).toBe(before);
    expect(run('undo', 'a.md')).toMatchObject({ code: 1, out: 'a.md: nothing of ours to take out\n' });
  });

  it('takes out those of named messages only', () => {
    const { run, text } = withChat(message(1, words) + message(2, words));
    run('compact');
    expect(run('undo', 'a.md', '2', '--json').json()).toMatchObject({ path: 'a.md', taken: 1, left: 1 });
    expect(parse(Buffer.from(text())).messages.map(({ compaction }) => compaction !== undefined)).toEqual([
      true,
      false,
    ]);
    expect(run('undo', 'a.md', '9')).toMatchObject({ code: 1, err: expect.stringContaining('no message 9') });
    expect(run('undo', 'a.md', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"x" is no message number'),
    });
    expect(run('undo', 'b.md')).toMatchObject({ code: 1, err: expect.stringContaining('no chat "b.md"') });
  });

  it('leaves what a person pinned, unless it is named', () => {
    const before = message(1, words, short(1, words, 'The person’s own words.', ',"pinned":true'));
    const { run, text } = withChat(before);
    expect(run('undo', 'a.md')).toMatchObject({ code: 1 });
    expect(text()).toBe(before);
    expect(run('undo', 'a.md', '1')).toMatchObject({ code: 0 });
    expect(text()).toBe(message(1, words));
  });

  it('puts back a short form that a person had changed before ours replaced it', () => {
    const changed = short(1, words, 'A short form.').replace(
      'A short form.',
      'A short form, changed by hand.',
    );
    const before = message(1, words, changed);
    const { run, text } = withChat(before);
    expect(run('compact', '--json').json()).toMatchObject({ accepted: 1 });
    expect(text()).not.toContain('changed by hand');
    run('undo', 'a.md');
    expect(text()).toBe(before);
  });
});
