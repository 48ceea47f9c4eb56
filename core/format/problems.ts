import type { Problem, ProblemCode } from '../conversation.ts';
import { markerLine } from './grammar.ts';

/** Collects the problems of one file; they come out by line. */
export interface Findings {
  /** Notes a problem at an offset. `detail` fills the sentence of its code. */
  add(code: ProblemCode, at: number, detail?: string, messageId?: number): void;
  /** Everything noted so far, by line. */
  all(): Problem[];
}

/** Findings over a file whose lines are numbered by `lineOf`. */
export function findings(lineOf: (offset: number) => number): Findings {
  const found: Problem[] = [];
  return {
    add(code, at, detail = '', messageId) {
      const text = sentence(code, detail);
      found.push({ code, line: lineOf(at), text, ...(messageId === undefined ? {} : { messageId }) });
    },
    all: () => [...found].sort((a, b) => a.line - b.line),
  };
}

/** Findings of those who do not ask. */
export const silent: Findings = { add: () => {}, all: () => [] };

/** What was found, what was expected, what to do. */
function sentence(code: ProblemCode, detail: string): string {
  switch (code) {
    case 'unreadable-header':
      return `This header cannot be read: ${detail}. The block is kept, but neither sent nor shortened; mend the line.`;
    case 'unknown-block':
      return `A block "${detail}" that this version does not know; it is kept and not sent. A newer version may know it, or the marker is text and needs the guard that \`check --fix\` offers.`;
    case 'unknown-part':
      return `A part of type ${detail} that this version does not know; it is kept, but neither sent nor shortened. A newer version may know it.`;
    case 'unknown-segment':
      return `A segment of type ${detail} that this version does not know; it is kept and not sent. Compact the message again to replace it.`;
    case 'unknown-version':
      return `${detail}; it is kept as it stands, but neither sent nor replaced. A newer version may know it.`;
    case 'missing-end':
      return `${detail}. If nobody is writing it any more, add the end line below its last line.`;
    case 'misplaced-block':
      return `${detail}. It is kept and not sent; move it to where it belongs or take it out.`;
    case 'text-before-part':
      return `Text stands between the header and the first ${markerLine('part')} of a message that is not "simple"; it is read as a text part. Put a part line with {"type":"text"} above it.`;
    case 'parts-in-simple':
      return 'The header says "simple":true, but part blocks stand in the message; they count. Set "simple":false.';
    case 'duplicate-id':
      return `The id ${detail} was already given to a message above; both are read and sent. \`check --fix\` gives this one a new id.`;
    case 'duplicate-compaction':
      return 'A second short form stands in this message; only one is used. `check --fix` takes the other out.';
    case 'pasted-marker':
      return `A line ${detail} stands where it opens or closes nothing; it is read as text. If it is text, \`check --fix\` guards it with a backslash; if not, take it out.`;
    case 'wrong-message':
      return `${detail}; it was moved or copied here and is not used. Compact again to replace it.`;
    case 'git-conflict':
      return `An unresolved git conflict: ${detail}. Nothing is written to this file until one side is chosen; resolve it in an editor, or with \`check --fix\` while git still lists the file as unmerged.`;
    case 'not-utf8':
      return `The bytes here are not UTF-8 (${detail}); they are shown as U+FFFD and nothing is written to this file. Save it as UTF-8.`;
    case 'front-matter':
      return detail;
    case 'two-front-matters':
      return `A second front matter (${detail}) stands here; only one at the head of the file counts and this one is read as free text. Join them, or keep the two chats in two files.`;
    case 'not-a-chat':
      return `${detail}; the file is left alone. Write type: chat into its front matter to make it a chat.`;
  }
}
