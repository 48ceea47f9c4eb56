import { describe, expect, test } from 'vitest';
import { splitReasoning } from '../../../core/text/reasoning.ts';
import { trimText, visibleText } from '../../../core/text/visible.ts';

describe('thinking is what opens a text', () => {
  test.each([
    ['one block', '<think>why</think>\nBecause.', 'why', '\nBecause.'],
    ['white space before it', ' \n<think>why</think>Because.', 'why', 'Because.'],
    ['several blocks', '<think>a</think>\n\n<think>b</think> c', 'a\nb', ' c'],
    ['an unclosed block, to the end', '<think>a b c', 'a b c', ''],
    ['an empty block', '<think></think>x', '', 'x'],
    ['none in the middle', 'See <think>this</think>', '', 'See <think>this</think>'],
    ['none in code', '`<think>` opens', '', '`<think>` opens'],
    ['no lone closing tag', 'a</think>b', '', 'a</think>b'],
    ['no other tag', '<thinking>a</thinking>b', '', '<thinking>a</thinking>b'],
    ['the first closing tag closes', '<think>a<think>b</think>c</think>', 'a<think>b', 'c</think>'],
    ['nothing in nothing', '', '', ''],
  ])('%s', (_, text, reasoning, visible) => {
    expect(splitReasoning(text)).toEqual({ reasoning, visible });
  });

  test('a megabyte of blocks is read once', () => {
    const text = '<think>a</think> '.repeat(60_000);
    expect(splitReasoning(text).visible).toBe(' ');
  });
});

describe('visible text', () => {
  test('only an assistant thinks', () => {
    const part = { type: 'text', text: '<think>a</think> b ' } as const;
    expect(visibleText(part, 'assistant')).toBe('b');
    expect(visibleText(part, 'user')).toBe('<think>a</think> b');
    expect(visibleText(part, 'system')).toBe('<think>a</think> b');
  });

  test('space, tab, CR and LF are trimmed, no other white space', () => {
    expect(trimText(' \t\r\n\u00a0a \u3000\r\n')).toBe('\u00a0a \u3000');
    expect(trimText(' \n ')).toBe('');
  });
});
