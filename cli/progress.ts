import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from './command.ts';

/** One line on stderr that is drawn over and over while something long runs. */
export interface Progress {
  /** Draws `text` in place of what stood there; longer than the terminal is wide, it is cut. */
  show(text: string): void;
  /** Takes the line away. To be called before anything else is printed, and at the end. */
  done(): void;
}

/**
 * A progress line where stderr is a terminal, else two functions that do nothing:
 * files and pipes never see control characters. At most ten drawings a second, and the last text shown is always the newest.
 */
export function progress(
  terminal: Pick<Terminal, 'progress'>,
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'> = process.stderr,
  now: () => number = performance.now.bind(performance),
): Progress {
  if (!terminal.progress) return { show: () => {}, done: () => {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    show(text) {
      if (now() - drawnAt < 100) return;
      drawnAt = now();
      drawn = true;
      stream.write(`\r${cut(text, (stream.columns || 80) - 1)}\u001b[K`);
    },
    done() {
      if (drawn) stream.write('\r\u001b[K');
      drawn = false;
      drawnAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** One line of at most `width` columns; a full-width character counts as two. */
function cut(text: string, width: number): string {
  const line = stripVTControlCharacters(text).replace(/\s+/g, ' ');
  let columns = 0;
  let kept = '';
  for (const character of line) {
    columns += character.codePointAt(0)! > 0x10ff ? 2 : 1;
    if (columns > width) return kept;
    kept += character;
  }
  return kept;
}
