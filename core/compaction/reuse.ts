import type { Compaction, Segment } from '../conversation.ts';
import { segmentsHash } from './freshness.ts';
import { markers } from './marker.ts';
import type { Need } from './need.ts';

/**
 * The block for this message out of one that was accepted earlier for the same source and recipe, wherever it stood:
 * the same texts and anchors, with the markers and the id of this message. Undefined when it does not fit.
 */
export function reuse(need: Need, earlier: Compaction): Compaction | undefined {
  const texts = earlier.segments.filter(({ type }) => type === 'text');
  const wanted = need.sections.filter(({ type }) => type === 'text');
  const fits =
    earlier.source === need.source && earlier.recipe === need.recipe && texts.length === wanted.length;
  if (!fits) return undefined;
  const last = earlier.segments.at(-1);
  const segments = segmentsOf(
    need,
    texts.map(({ text }) => text),
    last?.type === 'anchors' ? last.text.split('\n') : [],
  );
  return { ...earlier, messageId: need.messageId, text: segmentsHash(segments), segments };
}

/** The segments of a block in the order of the message: the markers of what is no text, these texts, then the lines of anchors. */
export function segmentsOf(
  need: Need,
  texts: readonly string[],
  lines: readonly string[],
): readonly Segment[] {
  const marks = markers(need.messageId, need.sections).values();
  const words = texts.values();
  const segments = need.sections.map(
    (section): Segment =>
      section.type === 'text'
        ? { type: 'text', text: words.next().value! }
        : { type: 'marker', text: marks.next().value! },
  );
  return lines.length > 0 ? [...segments, { type: 'anchors', text: lines.join('\n') }] : segments;
}
