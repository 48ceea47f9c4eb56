import type { Part, Role } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { linkedPart } from './openai-content.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/** UI messages of the Vercel AI SDK, versions 4 to 6: a list, or an object with `messages`. */
export const aiSdk: Format = {
  kind: 'ai-sdk',
  says: 'AI SDK UI messages (.json)',
  recognises: (input) => records(input).some(isUiMessage),
  read: (input) => [read(input)],
};

function records({ value }: Input): readonly Shape[] {
  return shapes(Array.isArray(value) ? value : shape(value)?.messages);
}

function isUiMessage(record: Shape): boolean {
  return (
    typeof record.role === 'string' && (Array.isArray(record.parts) || Array.isArray(record.toolInvocations))
  );
}

function read(input: Input): Imported {
  const made = draft();
  const meta = shape(input.value) ?? {};
  const all = records(input);
  for (const record of all) {
    const role = asText(record.role);
    if (role !== 'user' && role !== 'assistant' && role !== 'system') {
      made.leave(`role ${role || 'missing'}`);
      continue;
    }
    readMessage(made, role, record);
  }
  const first = all.slice(0, 2).map((record) => words(record.id) ?? record);
  return made.finish({
    kind: 'ai-sdk',
    id: words(meta.id) ?? words(meta.chatId) ?? sha256(JSON.stringify([input.name, first])).slice(0, 32),
    title: words(meta.title),
  });
}

function readMessage(made: Draft, role: Role, record: Shape) {
  const key = words(record.id) ?? sha256(JSON.stringify(record)).slice(0, 32);
  const message = made.message(key, role, moment(record.createdAt ?? shape(record.metadata)?.createdAt));
  const parts = shapes(record.parts);
  // version 4 keeps calls and text twice: beside the parts and in them
  const given = parts.length > 0 ? parts : oldParts(record);
  for (const part of given.flatMap((one) => readPart(made, one))) message.parts.push(part);
  if (message.parts.length === 0) made.leave('empty message');
}

function oldParts(record: Shape): readonly Shape[] {
  return [
    ...(words(record.reasoning) === undefined ? [] : [{ type: 'reasoning', reasoning: record.reasoning }]),
    ...shapes(record.toolInvocations).map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    { type: 'text', text: record.content },
  ];
}

function readPart(made: Draft, part: Shape): Part[] {
  const type = asText(part.type);
  if (type === 'text' || type === 'reasoning') {
    const text = words(part.text) ?? words(part.reasoning);
    return text === undefined ? [] : [{ type, text }];
  }
  if (type === 'file') {
    const media = part.mediaType ?? part.mimeType;
    const what = asText(media).startsWith('image/') ? 'image' : 'file';
    const file = linkedPart(made, what, part.url ?? dataUrl(part.data, media), words(part.filename), media);
    return file === undefined ? [] : [file];
  }
  if (type === 'source-url' || type === 'source') {
    const source = shape(part.source) ?? part;
    return [{ type: 'text', text: `[${words(source.title) ?? asText(source.url)}](${asText(source.url)})` }];
  }
  if (type === 'source-document')
    return [{ type: 'text', text: `[file: ${asText(part.filename ?? part.title)}]` }];
  if (type === 'tool-invocation') return call(shape(part.toolInvocation) ?? {});
  if (type === 'dynamic-tool') return call(part);
  if (type.startsWith('tool-')) return call({ toolName: type.slice('tool-'.length), ...part });
  made.leave(
    type === 'step-start' ? 'step mark' : type.startsWith('data-') ? 'data part' : `unknown part ${type}`,
  );
  return [];
}

/** Call and result stand in one part; without an output there is only the call. */
function call(part: Shape): Part[] {
  const id = asText(part.toolCallId);
  const name = asText(part.toolName);
  const made: Part = { type: 'tool_call', id, name, args: part.input ?? part.args ?? {} };
  const result = (status: string, output: unknown): Part[] => [
    made,
    { type: 'tool_result', id, name, status, output: asText(output) },
  ];
  switch (part.state) {
    case 'output-available':
      return result('completed', part.output);
    case 'result':
      return result('completed', part.result);
    case 'output-error':
      return result('error', part.errorText);
    case 'output-denied':
      return result('error', 'denied by the person');
    default:
      return [made];
  }
}

function dataUrl(data: unknown, media: unknown): string | undefined {
  return typeof data === 'string' ? `data:${asText(media)};base64,${data}` : undefined;
}
