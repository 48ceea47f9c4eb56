import type { Part } from '../conversation.ts';
import type { Draft } from './draft.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';

/** The parts that a person or the model sees of a message of type `text` or `multimodal_text`. */
export function spokenParts(draft: Draft, message: Shape): Part[] {
  const content = shape(message.content) ?? {};
  const attached = shapes(shape(message.metadata)?.attachments);
  const references = shapes(shape(message.metadata)?.content_references);
  const names = new Map(attached.toReversed().map((file) => [file.id, words(file.name)]));
  const list = Array.isArray(content.parts) ? content.parts : [content.text];
  const named = new Set<unknown>();
  const parts = list.flatMap((part): Part[] => {
    const text = typeof part === 'string' ? withoutTokens(part, references) : transcript(part);
    if (text !== undefined) return text.trim() === '' ? [] : [{ type: 'text', text }];
    const pointer = words(shape(part)?.asset_pointer);
    if (shape(part)?.content_type === 'image_asset_pointer' && pointer !== undefined) {
      const id = pointer.replace(/^[a-z-]+:\/\//, '');
      const name = names.get(id) ?? id;
      named.add(name);
      return [{ type: 'text', text: `[image: ${name}]` }];
    }
    if (part !== null && part !== undefined) draft.leave(leftPart(shape(part)));
    return [];
  });
  const files = attached.flatMap(({ name }) =>
    words(name) === undefined || named.has(name) ? [] : [asText(name)],
  );
  return [...parts, ...files.map((name): Part => ({ type: 'text', text: `[file: ${name}]` }))];
}

/** The readable text of a tool's output, whatever its type. */
export function outputText(message: Shape): string {
  const content = shape(message.content) ?? {};
  if (Array.isArray(content.parts)) {
    return content.parts
      .map((part) => (typeof part === 'string' ? part : (words(shape(part)?.text) ?? asText(part))))
      .join('\n');
  }
  return words(content.text) ?? words(content.result) ?? (content.text === '' ? '' : JSON.stringify(content));
}

/** What the model thought: headings with their text, or the parts of older exports. */
export function thoughtText(message: Shape): string {
  const content = shape(message.content) ?? {};
  const thoughts = shapes(content.thoughts).map(({ summary, content: text }) =>
    [words(summary), words(text)].filter((line) => line !== undefined).join('\n'),
  );
  const parts = Array.isArray(content.parts) ? content.parts.filter((part) => typeof part === 'string') : [];
  return [...thoughts, ...parts].join('\n\n');
}

/** The words of a voice chat stand only here. */
function transcript(part: unknown): string | undefined {
  const spoken = shape(part);
  return spoken?.content_type === 'audio_transcription' ? asText(spoken.text) : undefined;
}

function leftPart(part: Shape | undefined): string {
  const type = asText(part?.content_type);
  return type.includes('audio') ? 'sound recording' : `unknown part ${type}`;
}

/**
 * Text without the private-use tokens that stand for citations. A reference replaces its `matched_text` (positions are in
 * another unit than ours and are not trusted) by its alternative text or its first link; a token without one is taken out,
 * of an entity its name stays.
 */
function withoutTokens(text: string, references: readonly Shape[]): string {
  if (!/[\ue200-\ue2ff]/.test(text)) return text;
  const known = new Map<string, string>();
  let result = text;
  for (const reference of references) {
    const token = asText(reference.matched_text);
    if (known.has(token) || !/[\ue200-\ue2ff]/.test(token)) continue;
    known.set(token, replacement(reference));
    // replaced one by one, because such a token may be of any shape
    if (!/^\ue200[^\ue200\ue201]*\ue201$/.test(token))
      result = result.replaceAll(token, () => known.get(token)!);
  }
  return result
    .replace(/\ue200[^\ue200\ue201]*\ue201/g, (token) => known.get(token) ?? token)
    .replace(/ ?\ue200entity\ue202([^\ue200\ue201]*)\ue201/g, (_, inner: string) => entityName(inner))
    .replace(/ ?\ue200[^\ue200\ue201]*\ue201/g, '')
    .replace(/[\ue200-\ue2ff]/g, '');
}

function replacement(reference: Shape): string {
  const alt = words(reference.alt);
  if (alt !== undefined) return alt;
  const item = shapes(reference.items).find(({ url }) => words(url) !== undefined);
  return item === undefined ? '' : `([${words(item.title) ?? asText(item.url)}](${asText(item.url)}))`;
}

function entityName(inner: string): string {
  const name = /^\["[^"]*","([^"]*)"/.exec(inner)?.[1];
  return name === undefined ? '' : ` ${name}`;
}
