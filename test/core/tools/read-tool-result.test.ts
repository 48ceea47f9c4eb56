import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../core/conversation.ts';
import { parse } from '../../../core/format/parse.ts';
import { readToolResult, resultAddress } from '../../../core/tools/read-tool-result.ts';
import { pageSize, type ToolChat } from '../../../core/tools/tool.ts';
import { result } from '../../support/notation.ts';

const recorded = (name: string): ToolChat => ({
  sessionId: name,
  conversation: parse(readFileSync(`test/cases/${name}/chat.md`)),
});
const having = (...parts: Part[]): ToolChat => ({
  sessionId: 'here',
  conversation: {
    ...{ meta: { data: {} }, earlier: [], problems: [] },
    messages: [{ id: 2, role: 'assistant', createdAt: '', parts, line: 1 }],
  },
});

describe('result ids', () => {
  test.each([
    ['message:2:result:functions.list_files:0', '["x"]'],
    ['message:2:result:call_9|fc_2', 'xx'],
    ['message:2:result:a/b c', 'yy'],
  ])('%s is split at the first three colons only (051)', (result_id, output) => {
    expect(readToolResult(recorded('051-ids-with-colon-dot-pipe-slash'), { result_id }).value?.output).toBe(
      output,
    );
  });

  test('any call id comes back from its address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (call) => {
        expect(resultAddress(`message:7:result:${call}`)).toEqual({ message: 7, call });
      }),
    );
  });

  test('a call id that repeats in its message has #2 behind it', () => {
    const chat = having(result('x', 'first'), result('x', 'second'));
    expect(readToolResult(chat, { result_id: 'message:2:result:x#2' }).value?.output).toBe('second');
    expect(readToolResult(chat, { result_id: 'message:2:result:x#3' }).found).toBe(false);
  });

  test.each([
    '',
    'call-1',
    'message:0:result:x',
    'message:1e3:result:x',
    'message:99999999999999999999:result:x',
    '\0',
  ])('%j is no result id, and the answer shows one', (result_id) => {
    expect(readToolResult(having(), { result_id }).text).toContain('"message:12:result:call-1"');
  });
});

describe('what is not there', () => {
  test('a call that was never answered has no such result, and is not said to have been done (003)', () => {
    const answer = readToolResult(recorded('003-interrupted-call-has-no-result'), {
      result_id: 'message:2:result:call-2',
    });
    expect(answer.found).toBe(false);
    expect(answer.text).toContain('No such result');
    expect(answer.text).toContain('never answered');
    expect(answer.text).not.toContain('completed');
  });

  test('names the results that the message has', () => {
    expect(readToolResult(having(result('a', '')), { result_id: 'message:2:result:b' }).text).toContain(
      'Its results: message:2:result:a.',
    );
  });
});

test('pages put together give the exact output, each at most 4,000 characters', () => {
  const outputs = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.repeat(500)),
    fc.constant('🙂'.repeat(5_000)),
  );
  fc.assert(
    fc.property(outputs, (output) => {
      let got = '';
      for (let offset: number | null = 0; offset !== null; ) {
        const answer = readToolResult(having(result('x', output)), {
          result_id: 'message:2:result:x',
          offset,
        });
        expect(answer.text.length).toBeLessThanOrEqual(pageSize);
        got += answer.value?.output;
        offset = answer.value?.next ?? null;
      }
      expect(got).toBe(output);
    }),
    { numRuns: 50 },
  );
});
