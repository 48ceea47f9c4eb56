import { describe, expect, test } from 'vitest';
import { parse } from '../../../core/format/parse.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { limits } from '../../../core/window/limits.ts';
import { request } from '../../../core/window/request.ts';
import { historyTokens } from '../../contracts/dialect.ts';
import { chat, message, recipeHash } from '../../support/notation.ts';

const visible =
  "The settings allow three retries and a thirty-second timeout per request. I have only read the file; I haven't changed it. These settings are stored in config.json. If you want to change either value, we can edit that file, but for now both values remain exactly as they were when I opened it.";
const source = '2caf062771b021c35f35d7660a59d516aa38b2f8e045056f536f4c7779d35e97';

const plain = `---
session_id: example-chat
---

<!-- clara:message -->
{"id":2747,"role":"assistant","created_at":"2026-11-02T08:15:00Z","version":2,"simple":false}
<!-- clara:part -->
{"type":"text"}
<think>I should read the configuration before answering.</think>
<!-- clara:part -->
{"type":"tool_call","id":"call-1","name":"read_file","args":{"path":"config.json"}}
<!-- clara:part -->
{"type":"tool_result","id":"call-1","name":"read_file"}
{"retries":3,"timeout_seconds":30}
<!-- clara:part -->
{"type":"text"}
${visible}
<!-- clara:end-message -->
`;

const shortened = `<!-- clara:compacted -->
{"version":4,"source":"${source}","recipe":"${recipeHash}","messageId":2747,"methods":["model"],"createdAt":1793607360000,"text":""}
<!-- clara:segment -->
{"type":"marker"}
{"kind":"tool_result","name":"read_file","call_id":"call-1","status":"completed","compacted":true,"result_id":"message:2747:result:call-1","instruction":"Result compacted. Retrieve the original with read_tool_result({\\"result_id\\":\\"message:2747:result:call-1\\"})."}
<!-- clara:segment -->
{"type":"text"}
Read config.json: three retries, thirty-second timeout. No changes made.
<!-- clara:end-message -->
`;

const runtime = (content: string) => ({
  role: 'system',
  name: 'clara_runtime',
  content: `<clara_runtime>\n${content}\n</clara_runtime>`,
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the reference example in the clara dialect', () => {
  test('stands word for word, byte for byte, while it is recent', () => {
    const window = assemble(parse(bytes(plain)), limits({ budget: 4000 }));
    expect(JSON.stringify(request(window, 'clara').messages)).toBe(
      JSON.stringify([
        runtime(
          '{"kind":"message_source","session_id":"example-chat","message_id":2747,"role":"assistant","created_at":"2026-11-02T08:15:00Z"}',
        ),
        runtime(
          '{"kind":"tool_result","name":"read_file","call_id":"call-1","status":"completed","result_id":"message:2747:result:call-1","result":"{\\"retries\\":3,\\"timeout_seconds\\":30}"}',
        ),
        { role: 'assistant', content: visible },
      ]),
    );
  });

  test('stands shortened, byte for byte, once it is old', () => {
    const later = Array.from(
      { length: 20 },
      (_, index) =>
        `<!-- clara:message -->\n{"id":${2748 + index},"role":"user","created_at":"","version":2,"simple":true}\nword\n<!-- clara:end-message -->\n`,
    );
    const text = plain.replace('<!-- clara:end-message -->\n', shortened) + later.join('');
    const window = assemble(parse(bytes(text)), limits({ budget: 4000, policy: 'sliding' }));
    const messages = request(window, 'clara').messages.filter(
      ({ content }) => !content.includes('word_for_word'),
    );
    const first = messages.findIndex(({ content }) => content.includes('"message_id":2747'));
    expect(JSON.stringify(messages.slice(first, first + 3))).toBe(
      JSON.stringify([
        runtime(
          '{"kind":"message_source","session_id":"example-chat","message_id":2747,"role":"assistant","created_at":"2026-11-02T08:15:00Z","compacted":true}',
        ),
        runtime(
          '{"kind":"tool_result","name":"read_file","call_id":"call-1","status":"completed","compacted":true,"result_id":"message:2747:result:call-1","instruction":"Result compacted. Retrieve the original with read_tool_result({\\"result_id\\":\\"message:2747:result:call-1\\"})."}',
        ),
        {
          role: 'assistant',
          content: 'Read config.json: three retries, thirty-second timeout. No changes made.',
        },
      ]),
    );
  });

  test.each([
    ['a UUID', '4f1c2a9e-8d7b-4c3a-9e2f-1a2b3c4d5e6f', true],
    ['a long one', '漢'.repeat(64), true],
    ['one longer than 64 characters', 'a'.repeat(65), false],
  ])('counts the id of the session in each header: %s', (_, sessionId, isWritten) => {
    const window = assemble(chat('(u10 a60)*60 u5', sessionId), limits({ budget: 4000, dialect: 'clara' }));
    const made = request(window, 'clara');
    expect(made.messages.some(({ content }) => content.includes('"session_id"'))).toBe(isWritten);
    expect(window.tokens).toBeLessThanOrEqual(4000);
    expect(historyTokens(made)).toBeLessThanOrEqual(window.tokens);
  });

  test('leaves the id of the session out where it would crowd a small window', () => {
    const made = (budget: number) =>
      JSON.stringify(
        request(
          assemble(chat('u5', '4f1c2a9e-8d7b-4c3a-9e2f-1a2b3c4d5e6f'), limits({ budget, dialect: 'clara' })),
          'clara',
        ),
      );
    expect(made(400)).not.toContain('session_id');
    expect(made(1000)).toContain('session_id');
  });

  test('repeats of a date only what is one', () => {
    const messages = [{ ...message('u5', 1), createdAt: `2026-01-01T00:00Z${'漢'.repeat(30)}` }];
    const made = request(
      assemble({ ...chat(''), messages }, limits({ budget: 400, dialect: 'clara' })),
      'clara',
    );
    expect(made.messages[0]?.content).toContain('"created_at":"2026-01-01T00:00Z"}');
  });
});
