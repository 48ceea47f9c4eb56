import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { endsInFence } from '../../../core/compaction/accept/code.ts';
import { judge } from '../../../core/compaction/accept/judge.ts';
import { pick, shorten } from '../../../core/compaction/extractive/shorten.ts';
import { codePoints } from '../../../core/compaction/room.ts';
import { original } from '../../contracts/summarizer.ts';
import { caseChat } from '../../support/recorded.ts';

const short = (text: string, saving = 0.4) => shorten(original(text), 'assistant', saving);

describe('picked sentences', () => {
  const filler = [
    'The weather was mild.',
    'We had tea on the balcony.',
    'Someone played the radio.',
    'It smelled of rain.',
  ];
  const telling =
    'We decided to keep the exporter on port 8101 because the auditors must not lose the old invoices.';

  test('are those that say most, wherever they stand', () => {
    for (let at = 0; at <= filler.length; at++) {
      const text = [...filler.slice(0, at), telling, ...filler.slice(at)].join(' ');
      expect(short(text)).toContain(telling);
    }
  });

  test('keep their order and are exact pieces of the message', () => {
    const text = caseChat('031')
      .messages[0]!.parts.map((part) => ('text' in part ? part.text : ''))
      .join('\n\n');
    const { text: found, starts } = pick(original(text), 'assistant', 0.4);
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    for (const paragraph of found.split('\n\n'))
      for (const sentence of paragraph.split(/(?<=[.]) /)) expect(text).toContain(sentence);
  });

  test('hold what the message ends by asking', () => {
    expect(
      short(`${filler.join(' ')} The tests pass and the branch is pushed. Shall I merge it into main?`),
    ).toContain('Shall I merge it into main?');
  });

  test('never hold a statement without the sentence that takes it back', () => {
    const claims = [
      ['“Resume needs the native transcript to reconstruct and launch the agent.”', 'This is not correct.'],
      ['Der Vertrag mit Solvane endet am 30. November und verlängert sich.', 'Das stimmt nicht mehr.'],
      ['Исходный файл нужно удалить до 12 мая, иначе отчёт не соберётся.', 'Это не так.'],
    ];
    for (const [claim, rebuttal] of claims) {
      const found = short(`${filler.join(' ')} ${claim} ${rebuttal} ${filler.toReversed().join(' ')}`);
      expect(found.includes(claim!)).toBe(found.includes(`${claim} ${rebuttal}`));
    }
  });

  test('are the same whatever was shortened before', () => {
    const text = [...filler, telling].join(' ');
    const first = short(text);
    short(text.toUpperCase());
    expect(short(text)).toBe(first);
  });
});

test('the words do not depend on the Unicode library of the machine', () => {
  const text = caseChat('031')
    .messages[0]!.parts.map((part) => ('text' in part ? part.text : ''))
    .join('\n\n');
  const [before, japanese] = [
    short(text),
    short('今日は雨です。傘を忘れないでください。会議は三時からです。'),
  ];
  vi.stubGlobal('Intl', undefined);
  try {
    expect(short(text)).toBe(before);
    expect(short('今日は雨です。傘を忘れないでください。会議は三時からです。')).toBe(japanese);
  } finally {
    vi.unstubAllGlobals();
  }
});

describe('Markdown is shortened as what it is', () => {
  const sentence = 'The importer reads the bank file and skips the letterhead before the first booking.';

  test('items keep their marks, and an item under another one brings it along', () => {
    const text = `Plan:\n\n1. Clean the archive\n   - remove \`old.tar\` because it must not be restored by mistake again\n2. Have lunch\n3. Go home\n4. Sleep well\n\n${sentence}`;
    expect(short(text)).toMatch(/1\. Clean the archive\n {3}- remove `old\.tar` because/);
  });

  test('rows stand under the head of their table', () => {
    const rows = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map(
      (name, at) => `| ${name} | ${at * 17 + 11} ms |`,
    );
    const found = short(`| name | time |\n|---|---|\n${rows.join('\n')}`);
    expect(found.startsWith('| name | time |\n|---|---|\n| ')).toBe(true);
    expect(found.endsWith('| … |')).toBe(true);
  });

  test('code stays in a closed fence, and what is left out of it is marked', () => {
    const body = Array.from({ length: 30 }, (_, at) => `  const value${at} = compute(${at});`);
    const found = short(`${sentence}\n\n\`\`\`ts\nexport function run() {\n${body.join('\n')}\n}\n\`\`\``);
    expect(endsInFence(found)).toBe(false);
    expect(found).toContain('```ts\n');
    expect(found).toMatch(/^\s*…$/m);
  });

  test('a fence that the message never closed is closed', () => {
    expect(
      endsInFence(short(`${sentence} ${sentence.replace('bank', 'tax')}\n\n\`\`\`\ngit status --short\n`)),
    ).toBe(false);
  });

  test('a heading or a lead-in never stands alone', () => {
    const text = `## Background\n\n${sentence}\n\n## Outlook\n\nThe next step:\n\n- decide whether the old file must be kept until 31 December\n\n## Thanks\n\nBye.`;
    for (const saving of [0.3, 0.4, 0.5, 0.6]) {
      const lines = short(text, saving)
        .split('\n')
        .filter((line) => line !== '');
      expect(lines.at(-1)).not.toMatch(/^#|:$/);
      for (const [at, line] of lines.entries())
        if (line.startsWith('#')) expect(lines[at + 1]).not.toMatch(/^#/);
    }
  });
});

describe('texts without sentence marks', () => {
  test('Thai is not given back unchanged, and no mark is parted from its letter (case 036)', () => {
    const [part] = caseChat('036').messages[0]!.parts;
    const text = part?.type === 'text' ? part.text : '';
    const found = short(text);
    expect(found.length).toBeLessThan(text.length * 0.6 + 1);
    expect(found).not.toMatch(/(?:^|\s|…)\p{M}/u);
    const verdict = judge(original(text), { text: found, finish: 'stop' }, 'user');
    expect('refused' in verdict ? verdict.refused : 'kept').toMatch(/^(?:empty|kept)$/);
  });

  test('one long sentence is shortened by its clauses', () => {
    const found = short(
      'When the train from Uelzen is late again, which happens on most Mondays, we take the bus to the museum instead, because the guide waits no longer than ten minutes, and nobody wants to stand in the rain without her',
    );
    expect(found).toContain('…');
    expect(found).not.toBe('');
  });
});

const block = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'The disk is full.',
        'Why?',
        'Do not delete it!',
        'Run `df -h` 3 times',
        'so it is.',
        '今日は雨です。',
        '🙂',
        '<b>x',
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((words) => words.join(' ')),
  fc
    .array(fc.constantFrom('- one item', '  - nested 12', '3. third:', '* **bold** text.'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((rows) => rows.join('\n')),
  fc.constantFrom(
    '# Title',
    '**Bold:**',
    '> a quote\n> of two lines',
    '```sh\nls -la\n```',
    '```\nopen',
    '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
    '---',
    '    code\n    more',
  ),
  fc.string({ unit: 'grapheme' }),
);

test('whatever the message, its short form saves what it must, closes its fences and passes its own judgement', () => {
  fc.assert(
    fc.property(
      fc.array(block, { minLength: 1, maxLength: 14 }),
      fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      (blocks, saving) => {
        const text = original(blocks.join('\n\n'));
        const found = shorten(text, 'user', saving);
        expect(codePoints(found)).toBeLessThanOrEqual(codePoints(text) * (1 - saving) + 1e-6);
        expect(endsInFence(found)).toBe(false);
        const verdict = judge(text, { text: found, finish: 'stop' }, 'user');
        expect('refused' in verdict ? verdict.refused : 'kept').toBe(
          /[\p{L}\p{N}]/u.test(found) ? 'kept' : 'empty',
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('a long text of anything comes back', () => {
  const size = 300_000;
  const texts = [
    'word '.repeat(size / 5),
    'x'.repeat(size),
    '- an item 12\n'.repeat(size / 13),
    '`a` '.repeat(size / 4),
  ];
  for (const text of texts) expect(codePoints(short(text))).toBeLessThanOrEqual(size * 0.6);
});
