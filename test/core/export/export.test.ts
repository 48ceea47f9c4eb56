import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Part } from '../../../core/conversation.ts';
import { exportChat } from '../../../core/export/export.ts';
import { readImport } from '../../../core/import/formats.ts';

const call: Part = { type: 'tool_call', id: 'c1', name: 'clock', args: { zone: 'UTC' } };
const result: Part = {
  type: 'tool_result',
  id: 'c1',
  name: 'clock',
  status: 'completed',
  output: '```\n04:00',
};
const picture: Part = {
  type: 'image',
  path: 'assets/a b.png',
  mediaType: 'image/png',
  sha256: 'x',
  name: 'bird.png',
};

describe('export to Markdown', () => {
  it('gives every message a heading, and no reasoning', () => {
    const given = chat(
      ['user', text('What time is it?'), picture],
      ['assistant', text('<think>hm</think>\nFour.')],
    );
    expect(exportChat(given, 'md')).toBe(
      '# A chat\n\n## user · 2026-11-02 08:14\n\nWhat time is it?\n\n![bird.png](<assets/a b.png>)\n\n## assistant · 2026-11-02 08:14\n\nFour.\n',
    );
  });

  it('fences output longer than any fence inside it', () => {
    expect(exportChat(chat(['assistant', call, result]), 'md')).toContain(
      '*clock answers*\n\n````\n```\n04:00\n````\n',
    );
  });
});

describe('export to HTML', () => {
  it('lets nothing that was said become markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '\n', '=') }), (words) => {
        const page = exportChat(
          chat(['user', text(`x${words}`)], ['assistant', { ...result, output: words } as Part]),
          'html',
        );
        const tags = page.match(/<[^>]*>/g)!.map((tag) => tag.replace(/ .*/s, '>'));
        const plain = exportChat(
          chat(['user', text('x')], ['assistant', { ...result, output: '' } as Part]),
          'html',
        );
        expect(tags).toEqual(plain.match(/<[^>]*>/g)!.map((tag) => tag.replace(/ .*/s, '>')));
      }),
    );
  });

  it('links a picture only as a path beside the page', () => {
    const page = exportChat(chat(['user', { ...picture, path: 'javascript:alert(1)//"x' } as Part]), 'html');
    expect(page).toContain('src="javascript%3Aalert(1)//%22x"');
  });
});

describe('export to JSON', () => {
  it('holds everything that was said', () => {
    const value = JSON.parse(
      exportChat(chat(['assistant', { type: 'reasoning', text: 'hm' }, call, result]), 'json'),
    );
    expect(value).toMatchObject({
      title: 'A chat',
      messages: [
        {
          id: 1,
          role: 'assistant',
          parts: [{ type: 'reasoning' }, { type: 'tool_call' }, { type: 'tool_result' }],
        },
      ],
    });
  });
});

describe('export to JSON and back', () => {
  it('keeps every word, call and thought', () => {
    const given = chat(
      ['user', text('What time is it?'), picture],
      ['assistant', { type: 'reasoning', text: 'hm' }, call, result, text('Four.')],
    );
    const reading = readImport('x.json', exportChat(given, 'json'));
    if ('refused' in reading) throw new Error(reading.refused);
    const [back] = reading.conversations;
    expect(back).toMatchObject({ kind: 'chatvault', title: 'A chat' });
    expect(back!.messages.map(({ role, parts }) => [role, parts])).toEqual([
      ['user', [text('What time is it?'), text('[image: bird.png]')]],
      ['assistant', given.messages[1]!.parts],
    ]);
  });
});

describe('export to OpenAI messages', () => {
  it('puts each result behind its call, and the next words behind that', () => {
    const { messages } = JSON.parse(
      exportChat(
        chat(['user', text('Time?')], ['assistant', text('One moment.'), call, result, text('Four.')]),
        'openai',
      ),
    );
    expect(messages).toEqual([
      { role: 'user', content: 'Time?' },
      {
        role: 'assistant',
        content: 'One moment.',
        tool_calls: [
          { id: 'c1-2-0-0', type: 'function', function: { name: 'clock', arguments: '{"zone":"UTC"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1-2-0-0', content: '```\n04:00' },
      { role: 'assistant', content: 'Four.' },
    ]);
  });

  it('carries a picture as data where its bytes are at hand, else by name', () => {
    const given = chat(['user', text('Which bird?'), picture]);
    expect(exportChat(given, 'openai', () => Buffer.from('png'))).toContain('data:image/png;base64,cG5n');
    expect(exportChat(given, 'openai')).toContain('[image: bird.png]');
  });

  it('answers every call exactly once, right behind it, whatever order the parts stand in', () => {
    const part = fc.oneof(
      fc.constantFrom('a', 'b', '').map((id): Part => ({ type: 'tool_call', id, name: 't', args: 'raw' })),
      fc
        .constantFrom('a', 'b', 'z')
        .map((id): Part => ({ type: 'tool_result', id, name: 't', status: 'error', output: 'o' })),
      fc.constantFrom('', 'words').map(text),
      fc.constant(picture),
    );
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 6 }), { maxLength: 4 }), (answers) => {
        const given = chat(...answers.map((parts) => ['assistant', ...parts] as const));
        const { messages } = JSON.parse(exportChat(given, 'openai'));
        const ids: string[] = [];
        let open: string[] = [];
        for (const message of messages) {
          if (message.role === 'tool') expect(open.shift()).toBe(message.tool_call_id);
          else {
            expect(open).toEqual([]);
            expect(message.content !== null || message.tool_calls.length > 0).toBe(true);
            open = (message.tool_calls ?? []).map(({ id }: { id: string }) => id);
            ids.push(...open);
          }
        }
        expect(open).toEqual([]);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('comes back with the same words when it is imported', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
            fc.stringMatching(/^[^<\r]{1,40}$/),
          ),
          { minLength: 1 },
        ),
        (turns) => {
          const said = turns
            .filter(([, words]) => words.trim() !== '')
            .map(([role, words]) => [role, words.trim()] as const);
          fc.pre(said.length > 0);
          const reading = readImport(
            'x.json',
            exportChat(chat(...said.map(([role, words]) => [role, text(words)] as const)), 'openai'),
          );
          if ('refused' in reading) throw new Error(reading.refused);
          const back = reading.conversations[0]!.messages.map(({ role, parts }) => [
            role,
            parts[0]?.type === 'text' ? parts[0].text : '',
          ]);
          expect(back).toEqual(said);
        },
      ),
    );
  });
});

function text(words: string): Part {
  return { type: 'text', text: words };
}

function chat(...messages: readonly (readonly ['user' | 'assistant' | 'system', ...Part[]])[]): Conversation {
  return {
    meta: { title: 'A chat', data: { title: 'A chat' } },
    earlier: [],
    problems: [],
    messages: messages.map(([role, ...parts], index) => ({
      id: index + 1,
      role,
      createdAt: '2026-11-02T08:14:30Z',
      parts,
      line: 1,
    })),
  };
}
