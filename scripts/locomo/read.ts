import { readFileSync } from 'node:fs';
import type { Message } from '../../core/index.ts';

/** One LoCoMo conversation as messages, one turn each, with its questions. */
export interface Sample {
  readonly name: string;
  readonly speakers: readonly [string, string];
  readonly messages: readonly Message[];
  readonly questions: readonly Question[];
}

export interface Question {
  readonly text: string;
  readonly category: string;
  /** Indexes into `messages` of the turns that hold the evidence; never empty. */
  readonly evidence: readonly number[];
}

/**
 * The conversations of a file in LoCoMo's own shape (a list of {sample_id, conversation, qa}). A turn becomes the message
 * `Speaker: words`, with the caption of its picture on a line of its own, dated by its session. Questions without a
 * readable evidence turn are left out and counted by the caller's difference.
 */
export function readLocomo(file: string): Sample[] {
  const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(data)) throw new Error(`${file}: expected LoCoMo's list of conversations`);
  return data.map((entry, index) => sample(entry as Entry, index));
}

const categories: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

interface Entry {
  readonly sample_id?: string;
  readonly conversation: Readonly<Record<string, unknown>> & {
    readonly speaker_a: string;
    readonly speaker_b: string;
  };
  readonly qa: readonly { question: string; category: number; evidence?: readonly unknown[] }[];
}

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

function sample({ sample_id, conversation, qa }: Entry, index: number): Sample {
  const messages: Message[] = [];
  const places = new Map<string, number>();
  const numbers = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  for (const number of numbers) {
    const turns = conversation[`session_${number}`];
    if (!Array.isArray(turns)) continue;
    const start = sessionTime(String(conversation[`session_${number}_date_time`] ?? ''));
    for (const [place, turn] of (turns as Turn[]).entries()) {
      places.set(turn.dia_id, messages.length);
      messages.push(message(turn, messages.length + 1, start + place * 30_000, conversation.speaker_a));
    }
  }
  const questions = qa.flatMap(({ question, category, evidence }) => {
    const turns = evidenceTurns(evidence ?? [], places);
    return turns.length === 0
      ? []
      : [{ text: question, category: categories[category] ?? `category ${category}`, evidence: turns }];
  });
  const { speaker_a, speaker_b } = conversation;
  return {
    name: sample_id ?? `conversation ${index + 1}`,
    speakers: [speaker_a, speaker_b],
    messages,
    questions,
  };
}

function message(turn: Turn, id: number, time: number, first: string): Message {
  const caption = turn.blip_caption === undefined ? '' : `\n[picture: ${turn.blip_caption}]`;
  return {
    id,
    role: turn.speaker === first ? 'user' : 'assistant',
    createdAt: new Date(time).toISOString().replace('.000Z', 'Z'),
    parts: [{ type: 'text', text: `${turn.speaker}: ${turn.text}${caption}` }],
    line: id,
  };
}

/** `1:56 pm on 8 May, 2023` in milliseconds, read as UTC. */
function sessionTime(text: string): number {
  const [, hour, minute, half, date] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(text) ?? [];
  const day = Date.parse(`${(date ?? '').replace(',', '')} UTC`);
  if (Number.isNaN(day)) return 0;
  return day + (((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute)) * 60_000;
}

/** Evidence is written `D8:6`, `D8:6; D9:17`, `D:11:26`, `D30:05`, `D`. */
function evidenceTurns(evidence: readonly unknown[], places: ReadonlyMap<string, number>): number[] {
  const found = new Set<number>();
  for (const text of evidence) {
    for (const [, session, turn] of String(text).matchAll(/D:?(\d+):(\d+)/g)) {
      const place = places.get(`D${Number(session)}:${Number(turn)}`);
      if (place !== undefined) found.add(place);
    }
  }
  return [...found];
}
