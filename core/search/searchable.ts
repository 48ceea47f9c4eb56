import type { Message, Part } from '../conversation.ts';
import { visibleText } from '../text/visible.ts';

/** One searched stretch of a message: the words of a text part, a call, a saved output, a file's name. */
export interface Piece {
  /** Its place in the searchable text (UTF-16). */
  readonly at: number;
  readonly end: number;
  /** Which part of the message it is. */
  readonly part: number;
  /** Somebody's words, and not a call, a saved output or a name: only these tell the language. */
  readonly spoken: boolean;
}

export interface Searchable {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/**
 * Everything of a message that search looks at, in order, pieces parted by a blank line: original words of person and
 * assistant, calls with their arguments, saved outputs, names of files. Never reasoning, never short forms.
 */
export function searchable(message: Message): Searchable {
  const pieces: Piece[] = [];
  let text = '';
  for (const [part, value] of message.parts.entries()) {
    const words = wordsOf(value, message);
    if (words === '') continue;
    if (text !== '') text += '\n\n';
    pieces.push({ at: text.length, end: text.length + words.length, part, spoken: value.type === 'text' });
    text += words;
  }
  return { text, pieces };
}

function wordsOf(part: Part, message: Message): string {
  switch (part.type) {
    case 'text':
      return visibleText(part, message.role);
    case 'tool_call':
      return `${part.name} ${JSON.stringify(part.args) ?? ''}`;
    case 'tool_result':
      return part.output;
    case 'image':
    case 'file':
      return part.name ?? part.path;
    default:
      return '';
  }
}
