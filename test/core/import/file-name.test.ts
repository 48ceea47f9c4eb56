import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileName } from '../../../core/import/file-name.ts';

describe('a file name for a title', () => {
  it.each([
    ['Retry settings', 'Retry settings'],
    ['', 'Untitled'],
    ['...', 'Untitled'],
    ['CON', 'CON chat'],
    ['aux.md', 'aux chat'],
    ['NUL.txt', 'NUL chat'],
    ['com¹', 'com¹ chat'],
    ['Console', 'Console'],
    ['Is 50% / 60 <done>: *maybe*|?', 'Is 50% 60 done maybe'],
    ['ends with dot.', 'ends with dot'],
    ['../../outside', 'outside'],
    ['.hidden', 'hidden'],
    ['-rf', 'rf'],
    ['a\u0000b', 'a b'],
    ['line one\nline two', 'line one line two'],
    ['🧪🌱', '🧪🌱'],
  ])('%j becomes %j', (title, name) => {
    expect(fileName(title)).toBe(name);
  });

  it('is good on every system, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
        const name = fileName(title);
        expect(name).toMatch(/^[^<>:"/\\|?*\u0000-\u001f\u007f]+$/u);
        expect(name).not.toMatch(/^[\s.-]|[\s.-]$/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(125);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i);
        expect(Buffer.from(name).toString()).toBe(name);
      }),
    );
  });

  it('cuts a long title at a space', () => {
    expect(fileName('one two '.repeat(40))).toBe('one two '.repeat(15).trim());
    expect(fileName('First words of a question …')).toBe('First words of a question');
  });

  it('cuts between characters', () => {
    expect(fileName('👩‍👩‍👧'.repeat(40))).toBe('👩‍👩‍👧'.repeat(6));
  });
});
