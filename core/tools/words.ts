import { resultId } from '../compaction/marker.ts';
import type { Message, Part } from '../conversation.ts';
import { splitReasoning } from '../text/reasoning.ts';

/**
 * The exact original words of a message, reasoning left out: its text parts as they stand, and one line in square
 * brackets for each call, saved output and file between them; parts are joined by a blank line. `reach` says how the
 * output with a result id is read: by default the call of the tool.
 */
export function originalWords(message: Message, reach: (resultId: string) => string = byTool): string {
  const calls = resultIds(message);
  return message.parts
    .flatMap((part, index) => wordsOf(part, message, () => reach(calls.get(index) ?? '')))
    .join('\n\n');
}

/**
 * The result id of each saved output by the index of its part: `message:12:result:call-1`; a call id that repeats in
 * its message has `#2`, `#3` behind it.
 */
export function resultIds(message: Message): Map<number, string> {
  const seen = new Map<string, number>();
  const ids = new Map<number, string>();
  for (const [index, part] of message.parts.entries()) {
    if (part.type !== 'tool_result') continue;
    const times = (seen.get(part.id) ?? 0) + 1;
    seen.set(part.id, times);
    ids.set(index, resultId(message.id, part.id, times));
  }
  return ids;
}

function byTool(resultId: string): string {
  return `read_tool_result(${JSON.stringify({ result_id: resultId })})`;
}

function wordsOf(part: Part, message: Message, reach: () => string): string[] {
  switch (part.type) {
    case 'text': {
      const { reasoning, visible } = splitReasoning(part.text);
      const words = message.role === 'assistant' && reasoning !== '' ? visible : part.text;
      return words === '' ? [] : [words];
    }
    case 'tool_call':
      return [`[called ${part.name} (${part.id}) with ${JSON.stringify(part.args) ?? 'nothing'}]`];
    case 'tool_result':
      return [`[result of ${part.name}, ${part.status}, ${part.output.length} characters: ${reach()}]`];
    case 'image':
    case 'file':
      return [`[${part.type} ${part.name ?? part.path}, ${part.mediaType}]`];
    default:
      return [];
  }
}
