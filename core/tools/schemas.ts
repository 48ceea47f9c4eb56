import { grouped } from '../text/grouped.ts';
import { readLimits } from './read-chat-messages.ts';
import { searchLimit } from './search-chat-messages.ts';
import { pageSize } from './tool.ts';
import { noteLimit } from './update-note.ts';

/** A tool as any provider's request wants it: its name, what it is for, and the JSON Schema of its arguments. */
export interface ToolSchema {
  readonly name: ToolName;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type ToolName = 'read_chat_messages' | 'read_tool_result' | 'search_chat_messages' | 'update_note';

const session = {
  type: 'string',
  description:
    'The session id of the chat, as its runtime records name it. May be left out where only one chat can be meant.',
};
const offset = {
  type: 'integer',
  minimum: 0,
  description: 'The character to begin at, as a page before named it.',
};

/** The four look-back tools, in a fixed order. */
export const toolSchemas: readonly ToolSchema[] = [
  schema(
    'read_chat_messages',
    `Gives the exact original words of earlier messages, ${grouped(pageSize)} characters a page. Use it for messages that are shortened, outlined or not shown.`,
    {
      session_id: session,
      message_ids: {
        type: 'array',
        items: { type: 'integer', minimum: 1 },
        minItems: 1,
        maxItems: readLimits.messages,
        description: 'The numbers of the messages, for example [12, 13].',
      },
      before: neighbours('before'),
      after: neighbours('after'),
      offset,
      limit: { type: 'integer', minimum: 1, maximum: pageSize, description: 'At most so many characters.' },
    },
    ['message_ids'],
  ),
  schema(
    'read_tool_result',
    `Gives the exact saved output of an earlier tool call, ${grouped(pageSize)} characters a page.`,
    {
      result_id: {
        type: 'string',
        description:
          'As it stands in the conversation, for example "message:12:result:call-1" or "result:12:3.417305".',
      },
      session_id: session,
      offset,
    },
    ['result_id'],
  ),
  schema(
    'search_chat_messages',
    'Finds earlier messages by their words, everything that was ever said or printed, shown or not. Give the rare words: names, numbers, file names. Exact words and the same stems match; meanings do not.',
    {
      query: { type: 'string', minLength: 1, description: 'The words to look for.' },
      session_id: session,
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: searchLimit,
        description: 'How many messages (default 5).',
      },
    },
    ['query'],
  ),
  schema(
    'update_note',
    `Writes the conversation's note, which is sent with every request: decisions, references, what is open. At most ${grouped(noteLimit)} characters.`,
    {
      text: { type: 'string', description: 'The whole new note, or with mode "append" what is added.' },
      mode: { type: 'string', enum: ['replace', 'append'], description: 'Default: replace.' },
      session_id: session,
    },
    ['text'],
  ),
];

function schema(
  name: ToolName,
  description: string,
  properties: Record<string, unknown>,
  required: readonly string[],
): ToolSchema {
  return {
    name,
    description,
    parameters: { type: 'object', properties, required, additionalProperties: false },
  };
}

function neighbours(side: string) {
  return {
    type: 'integer',
    minimum: 0,
    maximum: readLimits.neighbours,
    description: `How many messages ${side} each of them are given too.`,
  };
}
