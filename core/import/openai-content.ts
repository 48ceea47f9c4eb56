import type { Part } from '../conversation.ts';
import type { Draft } from './draft.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';

/**
 * The parts of a message's `content` in the forms of OpenAI's interfaces: a text, null, or a list of text, picture, sound,
 * file and refusal parts. Blank text gives no part; what is not known is counted.
 */
export function contentParts(draft: Draft, content: unknown): Part[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return shapes(content).flatMap((part) => contentPart(draft, part) ?? []);
}

/** The text of a tool's output in the same forms; what is not text stands there as its JSON. */
export function contentText(content: unknown): string {
  if (!Array.isArray(content)) return asText(content);
  return content.map((part) => words(shape(part)?.text) ?? asText(part)).join('\n');
}

/** A data URL as an attachment; any other address as a mark with its name. */
export function linkedPart(
  draft: Draft,
  what: string,
  url: unknown,
  name?: string,
  mediaType?: unknown,
): Part | undefined {
  const address = typeof url === 'string' ? url : '';
  const data = /^data:([^;,]*)[^,]*;base64,/i.exec(address.slice(0, 300));
  if (data !== null) return draft.attach(address.slice(data[0].length), data[1] || mediaType, name);
  const said = [name, address.slice(0, 2000)].filter((text) => text).join(' ');
  if (said !== '') return { type: 'text', text: `[${what}: ${said}]` };
  draft.leave(`empty ${what}`);
  return undefined;
}

function contentPart(draft: Draft, part: Shape): Part | undefined {
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'refusal': {
      const text = words(part.type === 'refusal' ? part.refusal : part.text);
      return text === undefined ? undefined : { type: 'text', text };
    }
    case 'image_url':
    case 'input_image': {
      const image = part.image_url;
      return linkedPart(draft, 'image', shape(image)?.url ?? image ?? part.file_id);
    }
    case 'input_audio': {
      const sound = shape(part.input_audio);
      return draft.attach(sound?.data, `audio/${asText(sound?.format) || 'wav'}`);
    }
    case 'file':
    case 'input_file': {
      const file = shape(part.file) ?? part;
      return linkedPart(draft, 'file', file.file_data ?? file.file_id, words(file.filename));
    }
    default:
      draft.leave(`unknown part ${asText(part.type)}`);
      return undefined;
  }
}
