import type { Part } from '../conversation.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentText } from './openai-content.ts';
import { asText, asValue, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/**
 * Conversations of LM Studio (`<milliseconds>.conversation.json`): of each message the selected version, of an answer all
 * its steps. The file has no ids; a message is known again by its place.
 */
export const lmStudio: Format = {
  kind: 'lm-studio',
  says: 'LM Studio conversation (.conversation.json)',
  recognises: ({ value }) => shapes(shape(value)?.messages).some(({ versions }) => Array.isArray(versions)),
  read: (input) => [read(input)],
};

function read({ name, value }: Input): Imported {
  const made = draft();
  const conversation = shape(value) ?? {};
  const prompt = words(conversation.systemPrompt);
  if (prompt !== undefined) made.message('prompt', 'system', '', [{ type: 'text', text: prompt }]);
  for (const [index, message] of shapes(conversation.messages).entries()) {
    const version = selected(made, message);
    const role = asText(version?.role);
    if (version === undefined) made.leave('message without a version');
    else if (role !== 'user' && role !== 'assistant' && role !== 'system') made.leave(`role ${role}`);
    else {
      const parts = versionParts(made, version);
      if (parts.length === 0) made.leave('empty message');
      made.message(String(index), role, '', parts);
    }
  }
  const createdAt = moment(conversation.createdAt);
  return made.finish({
    kind: 'lm-studio',
    id: createdAt === '' ? name : asText(conversation.createdAt),
    title: words(conversation.name),
    createdAt,
  });
}

/** The chosen version; a number that is out of range means the first. */
function selected(made: Draft, message: Shape): Shape | undefined {
  const versions = shapes(message.versions);
  made.leave('version not chosen', versions.length - 1);
  return versions[Number(message.currentlySelected)] ?? versions[0];
}

function versionParts(made: Draft, version: Shape): Part[] {
  if (!Array.isArray(version.steps)) return blockParts(made, version, new Map());
  const names = new Map<string, string>();
  return shapes(version.steps).flatMap((step) => {
    if (step.type === 'contentBlock') return blockParts(made, step, names);
    made.leave('bookkeeping step');
    return [];
  });
}

function blockParts(made: Draft, block: Shape, names: Map<string, string>): Part[] {
  const isThinking = shape(block.style)?.type === 'thinking';
  return shapes(block.content).flatMap((part): Part[] => {
    const id = asText(part.callId ?? part.toolCallId);
    switch (part.type) {
      case 'text': {
        const text = words(part.text);
        return text === undefined ? [] : [{ type: isThinking ? 'reasoning' : 'text', text }];
      }
      case 'file':
        return [
          {
            type: 'text',
            text: `[${part.fileType === 'image' ? 'image' : 'file'}: ${asText(part.fileIdentifier)}]`,
          },
        ];
      case 'toolCallRequest':
        names.set(id, asText(part.name));
        return [{ type: 'tool_call', id, name: asText(part.name), args: part.parameters ?? {} }];
      case 'toolCallResult': {
        const output = contentText(asValue(part.content));
        return [{ type: 'tool_result', id, name: names.get(id) ?? '', status: 'completed', output }];
      }
      default:
        made.leave(`unknown part ${asText(part.type)}`);
        return [];
    }
  });
}
