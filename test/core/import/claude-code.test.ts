import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readImport } from '../../../core/import/formats.ts';
import type { Imported } from '../../../core/import/imported.ts';
import { data, hasData, lines, readFile, recorded } from './read.ts';

describe('a Claude Code session', () => {
  it('makes one message of an answer that is spread over several lines', () => {
    const [session] = readFile(recorded('118-one-answer-over-several-lines/session.jsonl'));
    expect(lines(session!.messages)).toEqual([
      'user: How many files?',
      'assistant: (Count them.) Let me count. [call Bash] [result Bash: 17]',
      'assistant: Seventeen files.',
    ]);
    expect(session).toMatchObject({ id: 's-1', cwd: '/srv/shed', createdAt: '2026-10-12T09:00:00Z' });
    expect(session!.report.left).toEqual({ 'repeated line': 1 });
  });

  it('takes no machinery for speech, and names the line that is cut off', () => {
    const file = recorded('120-meta-lines-commands-synthetic-errors-and-a-cut-line/session.jsonl');
    const [session] = readFile(file);
    expect(lines(session!.messages)).toEqual([
      'user: Sort the screws by length.',
      'assistant: Sorted: 20, 35, 50 mm.',
    ]);
    expect(session!.report.broken).toEqual([{ line: 7, text: expect.stringContaining('not JSON') }]);
    expect(session!.report.left).toEqual({ 'meta line': 1, 'command echo': 2, 'API error': 1 });

    const whole = readImport('session.jsonl', `${readFileSync(file, 'utf8')}ou."}}\n`);
    expect('conversations' in whole && lines(whole.conversations[0]!.messages).slice(2)).toEqual([
      'user: Thank you.',
    ]);
  });

  it.each([
    ['a tag inside a line', 'Why is <system-reminder>x</system-reminder> there?'],
    ['a tag that is never closed', 'See\n<system-reminder>\nand more'],
  ])('leaves %s in the words of the person', (_, text) => {
    expect(lines(session(prompt('u1', null, text)).messages)).toEqual([`user: ${text}`]);
  });

  it('leaves out a prompt that the person took back, with everything that followed from it', () => {
    const { messages, report } = session(
      prompt('u1', null, 'Begin.'),
      answer('a1', 'u1', 'Ready.'),
      prompt('u2', 'a1', 'Wrong way.'),
      answer('a2', 'u2', 'Going wrong.'),
      prompt('u3', 'a1', 'Right way.'),
      answer('a3', 'u3', 'Going right.'),
    );
    expect(lines(messages)).toEqual([
      'user: Begin.',
      'assistant: Ready.',
      'user: Right way.',
      'assistant: Going right.',
    ]);
    expect(report.left).toEqual({ 'taken back by the person': 2 });
  });

  it('keeps subagents and old summaries out', () => {
    const { messages, report } = session(
      { ...prompt('u1', null, 'Begin.'), isSidechain: true },
      { ...prompt('u2', null, 'This session is being continued …'), isCompactSummary: true },
      prompt('u3', 'u2', 'Go on.'),
    );
    expect(lines(messages)).toEqual(['user: Go on.']);
    expect(report.left).toEqual({ 'subagent line': 1, 'compact summary': 1 });
  });

  it('keeps pictures as attachments named by their hash', () => {
    const png = Buffer.from('not really a picture');
    const source = { type: 'base64', media_type: 'image/png', data: png.toString('base64') };
    const { messages, attachments } = session({
      ...prompt('u1', null, ''),
      message: {
        role: 'user',
        content: [
          { type: 'image', source },
          { type: 'text', text: 'What is it?' },
        ],
      },
    });
    const hash = createHash('sha256').update(png).digest('hex');
    expect(attachments).toEqual([{ path: `assets/${hash}.png`, bytes: png }]);
    expect(messages[0]!.parts[0]).toEqual({
      type: 'image',
      path: `assets/${hash}.png`,
      mediaType: 'image/png',
      sha256: hash,
    });
  });

  it('keeps a result whose call is not in the file', () => {
    const { messages } = session({
      ...prompt('u1', null, ''),
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: 'lost', is_error: true }],
      },
    });
    expect(messages[0]!.parts).toEqual([
      { type: 'tool_result', id: 't1', name: '', status: 'error', output: 'lost' },
    ]);
  });

  it('takes the title from a summary of this session only', () => {
    const other = { type: 'summary', summary: 'Another session', leafUuid: 'elsewhere' };
    const own = { type: 'summary', summary: 'Sorting screws', leafUuid: 'u1' };
    expect(session(other, own, prompt('u1', null, 'Sort them.')).title).toBe('Sorting screws');
    expect(session(other, prompt('u1', null, 'Sort them.')).title).toBe('Sort them.');
    const custom = { type: 'custom-title', customTitle: 'My screws', sessionId: 's-1' };
    const ai = { type: 'ai-title', aiTitle: 'Screw sorting', sessionId: 's-1' };
    expect(session(custom, ai, own, prompt('u1', null, 'Sort them.')).title).toBe('My screws');
    expect(session(ai, own, prompt('u1', null, 'Sort them.')).title).toBe('Screw sorting');
  });

  it('finds what was typed while the model was at work', () => {
    const queued = (uuid: string, prompt: string, commandMode?: string) => ({
      type: 'attachment',
      uuid,
      sessionId: 's-1',
      timestamp: time(uuid),
      attachment: { type: 'queued_command', prompt, ...(commandMode && { commandMode }) },
    });
    const { messages } = session(
      prompt('u1', null, 'Begin.'),
      queued('q2', 'Also count them.'),
      queued('q3', '<task-notification>done</task-notification>', 'task-notification'),
    );
    expect(lines(messages)).toEqual(['user: Begin.', 'user: Also count them.']);
  });
});

describe.skipIf(!hasData)('real Claude Code sessions (needs ../shared/data)', () => {
  for (const folder of ['claude-code', 'claude-code-fixtures']) {
    const expected = JSON.parse(
      hasData ? readFileSync(new URL(`${folder}/expected-counts.json`, data), 'utf8') : '{}',
    );
    it.each(Object.keys(expected))(
      `${folder}/%s gives the counts that an independent script found`,
      (name) => {
        const counts = expected[name];
        const [session] = readFile(new URL(`${folder}/${name}`, data));
        const { messages, report, attachments } = session!;
        const parts = messages.flatMap((message) => message.parts);
        const of = (type: string) => parts.filter((part) => part.type === type).length;
        const prompts = messages.filter(({ role }) => role === 'user');
        const texts = prompts.map(({ parts }) =>
          parts
            .map((part) => (part.type === 'text' ? part.text : ''))
            .join('\n')
            .trim(),
        );
        expect({
          prompts: prompts.length,
          answers: messages.length - prompts.length + (report.left['API error'] ?? 0),
          calls: of('tool_call'),
          results: of('tool_result'),
          errors: parts.filter((part) => part.type === 'tool_result' && part.status === 'error').length,
          images: attachments.length,
          echoes: report.left['command echo'] ?? 0,
          meta: report.left['meta line'] ?? 0,
          summaries: report.left['compact summary'] ?? 0,
          broken: report.broken.map(({ line }) => line),
          firstAndLast: [texts[0], texts.at(-1)].map((text) =>
            createHash('sha256').update(text!).digest('hex').slice(0, 16),
          ),
        }).toEqual({
          prompts: counts.human_prompts,
          answers: counts.assistant_api_messages,
          calls: counts.blocks['assistant tool_use'] ?? 0,
          results: counts.blocks['user tool_result'] ?? 0,
          errors: counts.tool_results_with_error,
          images: counts.images,
          echoes: counts.command_echo_lines,
          meta: counts.meta_user_lines,
          summaries: counts.compact_summaries,
          broken: counts.broken_lines,
          firstAndLast: counts.human_prompts_sha,
        });
      },
    );
  }
});

function session(...records: object[]): Imported {
  const reading = readImport('s-1.jsonl', records.map((record) => JSON.stringify(record)).join('\n'));
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.conversations[0]!;
}

function prompt(uuid: string, parentUuid: string | null, content: string) {
  return {
    type: 'user',
    uuid,
    parentUuid,
    sessionId: 's-1',
    timestamp: time(uuid),
    message: { role: 'user', content },
  };
}

function answer(uuid: string, parentUuid: string, text: string) {
  const message = { id: `msg_${uuid}`, role: 'assistant', content: [{ type: 'text', text }] };
  return { type: 'assistant', uuid, parentUuid, sessionId: 's-1', timestamp: time(uuid), message };
}

function time(uuid: string): string {
  return `2026-10-12T09:00:0${uuid.slice(1)}.000Z`;
}
