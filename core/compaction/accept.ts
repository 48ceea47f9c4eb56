import { ChatvaultError } from '../error.ts';
import { compactionVersion } from '../format/grammar.ts';
import { anchors } from '../text/anchors.ts';
import { redact } from '../text/redact.ts';
import { judge } from './accept/judge.ts';
import { segmentsHash } from './freshness.ts';
import type { Need } from './need.ts';
import { segmentsOf } from './reuse.ts';
import { codePoints, roomFor } from './room.ts';
import type { Original } from './sections.ts';
import type { Candidate, Reply, Verdict } from './verdict.ts';

/**
 * Puts the replies to `need.originals` (in that order) beside the sections that are kept.
 * Throws `bug` when there are not as many replies as originals.
 */
export function candidate(need: Need, method: string, replies: readonly Reply[]): Candidate {
  if (replies.length !== need.originals.length) throw mismatch(need, replies.length);
  let next = 0;
  const sections = need.sections.flatMap((section) => {
    if (section.type !== 'text') return [];
    return [section.kept ? ({ kept: true } as const) : replies[next++]!];
  });
  return { sections, method };
}

/**
 * Judges the replies for one message and makes the block to write: markers and texts in the order of the message,
 * anchors last. Accepted only when every section came back whole, no refusal reason holds, and texts and anchors
 * joined by LF have at most `1 − minSaving` of the code points of the sections joined by LF. Secrets that the reply or
 * the anchors would repeat are redacted.
 *
 * `now` is in milliseconds since 1970; extractive blocks take the message's own time, so that two machines write the
 * same bytes. Throws `bug` when the candidate does not have one entry for each text section.
 */
export function accept(need: Need, candidate: Candidate, now: number): Verdict {
  const texts = need.sections.flatMap((section) => (section.type === 'text' ? [section] : []));
  if (candidate.sections.length !== texts.length) throw mismatch(need, candidate.sections.length);
  const shortened: string[] = [];
  for (const [at, section] of texts.entries()) {
    const reply = candidate.sections[at]!;
    if ('kept' in reply) {
      if (!section.kept) throw mismatch(need, candidate.sections.length);
      shortened.push(section.text);
      continue;
    }
    const judged = judge(
      withoutSecrets(section.text),
      { ...reply, text: redact(reply.text).text },
      need.role,
    );
    if ('refused' in judged) return judged;
    shortened.push(judged.text);
  }
  return compose(need, shortened, candidate.method, createdAt(need, candidate.method, now));
}

function compose(need: Need, shortened: readonly string[], method: string, time: number): Verdict {
  const originals = need.sections.flatMap((section) => (section.type === 'text' ? [section.text] : []));
  const room = roomFor(originals, need.minSaving);
  const short = shortened.join('\n');
  const used = codePoints(short);
  if (used > room) return { refused: 'not-shorter', detail: `${used} characters, at most ${room} may stand` };
  const { lines, left } = exactLines(originals, short, room - used - 1);
  const segments = segmentsOf(need, shortened, lines);
  return {
    compaction: {
      version: compactionVersion,
      source: need.source,
      recipe: need.recipe,
      messageId: need.messageId,
      methods: [method],
      createdAt: time,
      text: segmentsHash(segments),
      ...(left > 0 ? { anchorsLeft: left } : {}),
      segments,
    },
  };
}

/** Anchors of the originals; a line that holds a secret is left out like one that does not fit. */
function exactLines(
  originals: readonly Original[],
  short: string,
  room: number,
): { readonly lines: readonly string[]; readonly left: number } {
  const { lines, left } = anchors(originals.map(withoutSecrets).join('\n'), short, Math.max(0, room));
  const kept = lines.filter((line) => !line.includes('[redacted:'));
  return { lines: kept, left: left + lines.length - kept.length };
}

/** The words as a summarizer may see them: what is told by its form to be a secret stands as a placeholder. */
function withoutSecrets(original: Original): Original {
  return redact(original).text as Original;
}

function createdAt(need: Need, method: string, now: number): number {
  if (method !== 'extractive') return now;
  const time = Date.parse(need.createdAt);
  return Number.isNaN(time) ? 0 : time;
}

function mismatch(need: Need, found: number): ChatvaultError {
  return new ChatvaultError(
    'bug',
    `message ${need.messageId}: found ${found} replies that do not match its text sections (${need.originals.length} of them were to be shortened)`,
    'Report this with the summarizer that was used.',
  );
}
