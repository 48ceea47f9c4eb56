import type { Part } from '../conversation.ts';

/**
 * An answer's text with its `<tool-use>` and `<think>` blocks turned into calls, results and reasoning. A block that is never
 * closed stays text.
 */
export function answerParts(body: string): Part[] {
  const parts: Part[] = [];
  let rest = body;
  let calls = 0;
  const say = (text: string) => {
    if (text.trim() !== '') parts.push({ type: 'text', text: text.trim() });
  };
  for (;;) {
    const open = /^<(tool-use|think)\b[^\n]*/m.exec(rest);
    const close = `</${open?.[1]}>`;
    const end = open === null ? -1 : rest.indexOf(close, open.index);
    if (open === null || end < 0) break;
    say(rest.slice(0, open.index));
    const block = rest.slice(open.index, end);
    if (open[1] === 'think') {
      const text = inner(block);
      if (text !== '') parts.push({ type: 'reasoning', text });
    } else {
      calls += 1;
      for (const part of toolParts(block, open[0], `call-${calls}`)) parts.push(part);
    }
    rest = rest.slice(end + close.length);
  }
  say(rest);
  return parts;
}

/** The file shows a call for reading: what stands before its output is kept as it is shown. */
function toolParts(block: string, tag: string, id: string): Part[] {
  const name = /data-tool-name="([^"]*)"/.exec(tag)?.[1] ?? '';
  const lines = inner(block).split('\n');
  const open = lines.indexOf('```text');
  const close = lines.lastIndexOf('```');
  const hasOutput = open >= 0 && close > open;
  const shown = (hasOutput ? lines.slice(0, open) : lines).join('\n').trim();
  const call: Part = { type: 'tool_call', id, name, args: { shown } };
  if (!hasOutput) return [call];
  const output = lines.slice(open + 1, close).join('\n');
  return [call, { type: 'tool_result', id, name, status: 'completed', output }];
}

/** What stands inside the tags of a block and its summary line; back-ticks that were written as entities come back. */
function inner(block: string): string {
  return block
    .replace(/^<(?:tool-use|think)\b[^>]*>\s*/, '')
    .replace(/^<details>\s*/, '')
    .replace(/^<summary>[^\n]*?<\/summary>/, '')
    .replace(/<\/details>\s*$/, '')
    .replaceAll('&#96;', '`')
    .trim();
}
