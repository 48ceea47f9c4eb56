import type { Message, Part } from '../conversation.ts';
import { visibleText } from '../text/visible.ts';

/** What of a message is shown to readers, in order. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  /** Output of programs: shown as it stands, never as Markdown. */
  | { readonly kind: 'block'; readonly head: string; readonly text: string }
  | { readonly kind: 'attachment'; readonly head: string; readonly path: string; readonly isImage: boolean };

/** A message without its reasoning; blank texts and parts that are not known are passed by. */
export function said({ role, parts }: Message): readonly Said[] {
  return parts.flatMap((part): Said[] => {
    if (part.type === 'text') {
      const text = visibleText(part, role);
      return text === '' ? [] : [{ kind: 'text', text }];
    }
    return shown(part);
  });
}

function shown(part: Exclude<Part, { type: 'text' }>): Said[] {
  switch (part.type) {
    case 'tool_call': {
      const text = typeof part.args === 'string' ? part.args : JSON.stringify(part.args, null, 2);
      return [{ kind: 'block', head: `calls ${part.name}`, text: text ?? '' }];
    }
    case 'tool_result': {
      const failed = part.status === 'completed' ? '' : ` (${part.status})`;
      return [{ kind: 'block', head: `${part.name || 'a tool'} answers${failed}`, text: part.output }];
    }
    case 'image':
    case 'file':
      return [
        { kind: 'attachment', head: part.name ?? part.path, path: part.path, isImage: part.type === 'image' },
      ];
    default:
      return [];
  }
}

/** `2026-11-02 08:14` for `2026-11-02T08:14:30Z`; what is no such time stays. */
export function shortTime(createdAt: string): string {
  return createdAt.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2');
}
