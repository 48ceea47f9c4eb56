import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parse } from '../../core/index.ts';
import { place } from './run.ts';

const cases = join(import.meta.dirname, '../cases');
const data = join(import.meta.dirname, '../../../shared/data');

describe('import', () => {
  it('makes a chat of a session, and says what it left out and which line it could not read', () => {
    const { run, vault } = place();
    const file = join(cases, '120-meta-lines-commands-synthetic-errors-and-a-cut-line/session.jsonl');
    const ran = run('import', file);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('Sort the screws by length.md: new, 2 messages');
    expect(ran.out).toContain('line 7');
    expect(ran.out).toContain('2 × command echo');
    const chat = parse(readFileSync(join(vault, 'Sort the screws by length.md')));
    expect(chat.problems).toEqual([]);
    expect(chat.meta).toMatchObject({ sessionId: 's-1', title: 'Sort the screws by length.' });

    const whole = join(vault, 'session.jsonl');
    writeFileSync(whole, `${readFileSync(file, 'utf8')}ou."}}\n`);
    expect(run('import', whole, '--json').json()).toMatchObject({
      added_to: 1,
      messages: 1,
      known: 2,
      broken_lines: 0,
    });
  });

  it('adds only what is new, and keeps what a person wrote or moved', () => {
    const { run, vault } = place();
    const at = (moment: number) =>
      join(cases, `132-second-export-adds-only-what-is-new/export-${moment}/conversations.json`);
    expect(run('import', at(1)).out).toContain('new');
    const file = join(vault, 'Growing.md');
    const first = readFileSync(file, 'utf8');
    expect(run('import', at(1)).out).toContain('Growing.md: nothing new');
    expect(readFileSync(file, 'utf8')).toBe(first);

    mkdirSync(join(vault, 'moved'));
    const moved = join(vault, 'moved', 'my name.md');
    renameSync(file, moved);
    writeFileSync(
      moved,
      first
        .replace('\n<!-- clara:message', '\nA line by hand.\n\n<!-- clara:message')
        .replace('Yes.', 'Yes!'),
    );
    const again = run('import', at(2), '--json').json<{ chats: { path: string; added: number }[] }>();
    expect(again.chats.map(({ path, added }) => [path, added]).sort()).toEqual(
      [
        ['moved/my name.md', 2],
        [expect.stringMatching(/\.md$/), expect.any(Number)],
      ].sort(),
    );
    const text = readFileSync(moved, 'utf8');
    expect(text).toContain('A line by hand.');
    expect(text).toContain('Yes!');
    expect(parse(readFileSync(moved)).messages.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(run('import', at(1), '--json').json()).toMatchObject({ created: 0, added_to: 0, messages: 0 });
  });

  it('gives every title a file name that all systems take, and keeps the title in the front matter', () => {
    const { run, vault } = place();
    const from = join(cases, '098-titles-that-cannot-be-file-names/conversations.json');
    expect(run('import', from, '--into', 'chatgpt', '--json').json()).toMatchObject({ created: 13 });
    const names = readdirSync(join(vault, 'chatgpt'));
    expect(names).toHaveLength(13);
    const titles = new Set(
      JSON.parse(readFileSync(from, 'utf8')).map(({ title }: { title: string }) => title),
    );
    const made: string[] = [];
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f]|^[.\s-]|[.\s]\.md$/);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\./i);
      const { title } = parse(readFileSync(join(vault, 'chatgpt', name))).meta;
      if (!titles.has(title)) made.push(name);
    }
    // the empty title: made of the first words
    expect(made).toEqual(['n9.md']);
    expect(readdirSync(vault).filter((name) => !name.startsWith('.'))).toEqual(['chatgpt']);
  });

  it('writes front matter that YAML reads back as the same title', () => {
    const { run, vault } = place();
    const from = join(cases, '078-titles-with-special-characters/conversations.json');
    expect(run('import', from, '--json').json()).toMatchObject({ created: 11 });
    const titles = readdirSync(vault)
      .filter((name) => name.endsWith('.md'))
      .map((name) => {
        const yaml = readFileSync(join(vault, name), 'utf8').split(/^---$/m)[1]!;
        return (load(yaml, { schema: CORE_SCHEMA }) as { title: unknown }).title;
      });
    expect(titles.sort()).toEqual(
      JSON.parse(readFileSync(from, 'utf8'))
        .map(({ title }: { title: string }) => title)
        .sort(),
    );
  });

  it('keeps a picture beside the chat, and its bytes out of the text', () => {
    const { run, vault } = place();
    const from = join(cases, '043-image-data-uri-is-an-image/import.messages.json');
    expect(run('import', from, '--into', 'birds', '--json').json()).toMatchObject({ attachments: 1 });
    const [picture] = readdirSync(join(vault, 'birds/assets'));
    expect(picture).toMatch(/^[0-9a-f]{64}\.png$/);
    const chat = readFileSync(join(vault, 'birds/Which bird is this.md'), 'utf8');
    expect(chat).toContain(`"path":"assets/${picture}"`);
    expect(chat.length).toBeLessThan(1500);
  });

  it('gives back every text that looks like a marker', () => {
    const { run, vault } = place();
    const from = join(cases, '088-markers-inside-a-code-fence/import.messages.json');
    run('import', from);
    const { messages, problems } = parse(readFileSync(join(vault, 'What does a chat file look like.md')));
    expect(problems).toEqual([]);
    expect(
      messages.map(({ role, parts }) => ({ role, content: parts[0]?.type === 'text' && parts[0].text })),
    ).toEqual(JSON.parse(readFileSync(from, 'utf8')));
  });

  it('takes folders, and goes on after a file that it cannot read', () => {
    const { run, runWith, root, vault } = place();
    mkdirSync(join(root, 'in/deep'), { recursive: true });
    writeFileSync(join(root, 'in/a.json'), '[{"role":"user","content":"Hello"}]');
    writeFileSync(join(root, 'in/b.json'), '\u0000 not json');
    writeFileSync(join(root, 'in/c.txt'), 'not looked at');
    writeFileSync(
      join(root, 'in/deep/d.jsonl'),
      '{"role":"user","content":"Deep"}\n{"role":"assistant","content":"Yes."}\n',
    );
    const ran = run('import', '../in');
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('b.json: not imported: neither JSON nor another file');
    expect(ran.out).toContain('3 new messages in 2 chats, from 3 files.');
    expect(readdirSync(vault).filter((name) => name.endsWith('.md'))).toEqual(['Deep.md', 'Hello.md']);
    const piped = runWith({ input: '[{"role":"user","content":"Piped"}]' }, 'import', '-');
    expect(piped.out).toContain('Piped.md: new, 1 message');
  });

  it.each([
    [['nope.json'], 3, 'nope.json: not imported: there is no such file'],
    [['--from', 'diary', 'x'], 2, '--from diary: no such kind of file'],
    [['../strange.json'], 1, 'a kind that is not known here'],
    [['../strange.json', '--into', '../out'], 1, 'a kind that is not known here'],
    [[], 2, 'missing required argument'],
  ])('answers %j with exit code %i', (args, code, says) => {
    const { run, root } = place();
    writeFileSync(join(root, 'strange.json'), '{"recipes":[]}');
    const ran = run('import', ...args);
    expect(ran.code).toBe(code);
    expect(ran.out + ran.err).toContain(says);
  });

  it('writes nothing outside the vault', () => {
    const { run, root } = place();
    writeFileSync(join(root, 'x.json'), '[{"role":"user","content":"Hello"}]');
    for (const into of ['../out', '.hidden', '/tmp/../out']) {
      expect(run('import', '../x.json', '--into', into).out).toContain('not imported');
    }
    expect(readdirSync(root).sort()).toEqual(['vault', 'x.json']);
  });

  it.skipIf(!existsSync(data))(
    'brings in real sessions that grow, without doubling a message (needs ../shared/data)',
    () => {
      const { run, vault } = place();
      for (const moment of [1, 2, 3]) run('import', join(data, `claude-code/growing-${moment}.jsonl`));
      const names = readdirSync(vault).filter((name) => name.endsWith('.md'));
      expect(names).toHaveLength(1);
      const grown = readFileSync(join(vault, names[0]!), 'utf8');
      const other = place();
      other.run('import', join(data, 'claude-code/growing-3.jsonl'));
      expect(readFileSync(join(other.vault, names[0]!), 'utf8')).toBe(grown);
    },
  );
});
