import { sha256 } from '../text/hash.ts';
import { draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentParts } from './openai-content.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';

/** The export of Chatbot UI: `history` with conversations in the order of their lists. It has no times and no message ids. */
export const chatbotUi: Format = {
  kind: 'chatbot-ui',
  says: 'Chatbot UI export (.json)',
  recognises: (input) => conversations(input).length > 0,
  read: (input) => conversations(input).map(read),
};

function conversations({ value }: Input): readonly Shape[] {
  return shapes(shape(value)?.history).filter(({ messages }) => Array.isArray(messages));
}

function read(conversation: Shape): Imported {
  const made = draft();
  const prompt = words(conversation.prompt);
  if (prompt !== undefined) made.message('prompt', 'system', '', [{ type: 'text', text: prompt }]);
  for (const message of shapes(conversation.messages)) {
    const { role, content } = message;
    const parts = contentParts(made, content);
    if (role !== 'user' && role !== 'assistant' && role !== 'system') made.leave(`role ${asText(role)}`);
    else if (parts.length === 0) made.leave('empty message');
    else made.message(sha256(JSON.stringify([role, content])).slice(0, 32), role, '', parts);
  }
  return made.finish({ kind: 'chatbot-ui', id: asText(conversation.id), title: words(conversation.name) });
}
