import type { AttachmentPart, Conversation, Message, ToolCallPart, ToolResultPart } from '../conversation.ts';
import { visibleText } from '../text/visible.ts';

/** Gives the bytes of an attachment by its path in the chat, where they are at hand. */
export type AttachmentBytes = (path: string) => Uint8Array | undefined;

/** A message as OpenAI's chat completions take it. */
type Sent =
  | { readonly role: 'system' | 'user'; readonly content: string | readonly Content[] }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly Call[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

interface Call {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * The chat as `{"messages": […]}` for OpenAI's chat completions: every call is followed by its result before anything else
 * is said, calls get ids that do not repeat, pictures whose bytes are at hand go in as data, others as a mark with their name.
 */
export function openai({ messages }: Conversation, bytes: AttachmentBytes): string {
  const sent = messages.flatMap((message) =>
    message.role === 'assistant' ? answer(message) : prompt(message, bytes),
  );
  return `${JSON.stringify({ messages: sent }, null, 2)}\n`;
}

function prompt({ role, parts }: Message, bytes: AttachmentBytes): Sent[] {
  const content = parts.flatMap((part): Content[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
    if (part.type === 'image' || part.type === 'file') return [picture(part, bytes)];
    return part.type === 'tool_result' ? [{ type: 'text', text: loose(part) }] : [];
  });
  if (content.length === 0) return [];
  const [only] = content;
  const said = content.length === 1 && only?.type === 'text' ? only.text : content;
  return [{ role: role === 'system' ? 'system' : 'user', content: said }];
}

function picture(part: AttachmentPart, bytes: AttachmentBytes): Content {
  const data = part.type === 'image' ? bytes(part.path) : undefined;
  if (data === undefined) return { type: 'text', text: mark(part) };
  const url = `data:${part.mediaType};base64,${Buffer.from(data).toString('base64')}`;
  return { type: 'image_url', image_url: { url } };
}

/** An answer in turns: words with the calls behind them, the results of these calls, the next words. */
function answer(message: Message): Sent[] {
  const turns: { words: string[]; calls: ToolCallPart[]; results: ToolResultPart[] }[] = [];
  const turn = (isNew: boolean) => {
    if (isNew || turns.length === 0) turns.push({ words: [], calls: [], results: [] });
    return turns.at(-1)!;
  };
  for (const part of message.parts) {
    if (part.type === 'tool_call') turn(turns.at(-1)?.results.length !== 0).calls.push(part);
    else if (part.type === 'tool_result') {
      const caller = turns.findLast(({ calls }) => calls.some(({ id }) => id === part.id));
      if (caller !== undefined) caller.results.push(part);
      else turn(hasCalls(turns.at(-1))).words.push(loose(part));
    } else {
      const words = part.type === 'text' ? visibleText(part, 'assistant') : attached(part);
      if (words !== '') turn(hasCalls(turns.at(-1))).words.push(words);
    }
  }
  return turns.flatMap((one, index) => sentTurn(one, `${message.id}-${index}`));
}

function hasCalls(turn: { readonly calls: readonly unknown[] } | undefined): boolean {
  return turn !== undefined && turn.calls.length > 0;
}

function sentTurn(
  { words, calls, results }: { words: string[]; calls: ToolCallPart[]; results: ToolResultPart[] },
  place: string,
): Sent[] {
  const content = words.length === 0 ? null : words.join('\n\n');
  if (calls.length === 0) return [{ role: 'assistant', content }];
  const named = calls.map((call, index) => ({ call, id: `${call.id || 'call'}-${place}-${index}` }));
  const tool_calls = named.map(({ call, id }): Call => {
    const args = typeof call.args === 'string' ? call.args : (JSON.stringify(call.args) ?? '{}');
    return { id, type: 'function', function: { name: call.name, arguments: args } };
  });
  const answers = named.map(({ call, id }): Sent => {
    const outputs = results.filter((result) => result.id === call.id).map(({ output }) => output);
    const text = outputs.length === 0 ? '(no result)' : outputs.join('\n');
    return { role: 'tool', tool_call_id: id, content: text };
  });
  return [{ role: 'assistant', content, tool_calls }, ...answers];
}

/** A result without its call, as words. */
function loose({ name, output }: ToolResultPart): string {
  return `[${name || 'a tool'} answered] ${output}`;
}

function attached(part: Message['parts'][number]): string {
  return part.type === 'image' || part.type === 'file' ? mark(part) : '';
}

function mark({ type, name, path }: AttachmentPart): string {
  return `[${type}: ${name ?? path}]`;
}
