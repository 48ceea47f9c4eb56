import { estimateTokens } from '../text/tokens.ts';
import { fairShare } from './cost.ts';
import type { State } from './surround.ts';

/** What the state may take of a window: the talk itself must not be crowded out by lists that stand behind it. */
const stateShare = 0.125;

/**
 * The sources of state as they fit a window (in tokens): together at most an eighth of it by the estimate; larger ones
 * share equally what smaller ones leave, keep their head and say that they were cut.
 */
export function fitState(states: readonly State[], window: number): readonly State[] {
  const sizes = states.map(({ text }) => estimateTokens(text));
  const most = fairShare(sizes, Math.floor(window * stateShare));
  return states.map((state, index) =>
    (sizes[index] ?? 0) <= most ? state : { ...state, text: headOf(state.text, most, sizes[index] ?? 0) },
  );
}

const note = '(cut to fit the window)';

function headOf(text: string, most: number, size: number): string {
  let keep = Math.floor((text.length * most) / size);
  for (let attempt = 0; attempt < 12 && keep > 0; attempt++) {
    const cut = `${wholeLines(text, keep)}\n${note}`;
    if (estimateTokens(cut) <= most) return cut;
    keep = Math.floor(keep * 0.8);
  }
  return note;
}

/** At most `keep` characters: whole lines where the last break is not far, never half a character. */
function wholeLines(text: string, keep: number): string {
  const line = text.lastIndexOf('\n', keep);
  const end = line > keep / 2 ? line : keep;
  const code = text.charCodeAt(end);
  return text.slice(0, code >= 0xdc00 && code <= 0xdfff ? end - 1 : end).trimEnd();
}
