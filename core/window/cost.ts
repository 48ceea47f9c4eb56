import { type Counted, picture } from './count.ts';
import { type Limits, shares } from './limits.ts';

/** What the texts of one message may take under given limits, in tokens. */
export interface Room {
  /** The words of a person, a tool or a system message; a model's own words are never cut. */
  readonly text: number;
  /** One tool output. */
  readonly output: number;
  /** All outputs of one message together. */
  readonly outputs: number;
  /** Tool records of one message; what is over is told as a number. */
  readonly records: number;
  /** Whether a picture is sent as one; otherwise it is named. */
  readonly pictures: boolean;
}

/** What one message takes in each form, in tokens. */
export interface Cost {
  /** Word for word, outputs included. */
  readonly verbatim: number;
  /** Word for word, outputs told as records. */
  readonly quiet: number;
  /** In its short form where it has one, else as written; outputs told as records. */
  readonly old: number;
}

/** The room for one message that follows from the limits. */
export function room(limits: Limits): Room {
  const { budget, toolOutput } = limits;
  const outputs = Math.floor(Math.min(toolOutput, budget * shares.toolOutput));
  return {
    text: Math.floor(budget * shares.giant),
    output: Math.min(outputs, Math.max(400, Math.min(8000, Math.floor(budget * shares.output)))),
    outputs,
    records: Math.max(4, Math.floor((budget * shares.toolOutput) / overhead(limits).record)),
    pictures: picture <= budget * shares.output,
  };
}

/** What a header and a record take beside the words, role markers of the chat template included. */
export function overhead(limits: Limits): { readonly header: number; readonly record: number } {
  return limits.dialect === 'clara' ? { header: 72, record: 120 } : { header: 16, record: 24 };
}

/** The cost of a message; `cut` says whether its words are a person's or a tool's, which may be cut. */
export function cost(counted: Counted, cut: boolean, room: Room, limits: Limits): Cost {
  const { header } = overhead(limits);
  const shown = Math.min(counted.results.length, room.records);
  const records = counted.records + (limits.dialect === 'clara' ? 60 : 0) * shown;
  let record = 0;
  let args = 0;
  for (const index of shownResults(counted.results.length, room)) {
    record += (counted.results[index]?.record ?? 0) + 2;
    args += counted.results[index]?.args ?? 0;
  }
  const text = cut ? Math.min(counted.text, room.text) : counted.text;
  const quiet = header + records + record + text + (room.pictures ? counted.pictures * picture : 0);
  const outputs = outputSizes(counted, room).reduce((sum, size) => sum + size, 0);
  return {
    verbatim: quiet + args + outputs,
    quiet,
    old: header + records + record + Math.min(counted.short ?? text, text),
  };
}

/** Which results of a message are told one by one: all, or the first and the last ones. */
export function shownResults(count: number, room: Room): readonly number[] {
  if (count <= room.records) return Array.from({ length: count }, (_, index) => index);
  const head = Math.ceil(room.records / 2);
  const tail = room.records - head;
  return [
    ...Array.from({ length: head }, (_, index) => index),
    ...Array.from({ length: tail }, (_, index) => count - tail + index),
  ];
}

/** What each told output of a message gets, in tokens: all it has, or an equal share for the largest ones. */
export function outputSizes(counted: Counted, room: Room): readonly number[] {
  const wanted = shownResults(counted.results.length, room).map((index) =>
    Math.min(counted.results[index]?.output ?? 0, room.output),
  );
  const most = fairShare(wanted, room.outputs);
  return wanted.map((size) => Math.min(size, most));
}

/** The largest size that each of some things may have so that together they fit; Infinity when all fit as they are. */
export function fairShare(sizes: readonly number[], total: number): number {
  let left = total;
  const sorted = [...sizes].sort((a, b) => a - b);
  for (let index = 0; index < sorted.length; index++) {
    const size = sorted[index] ?? 0;
    const equal = Math.floor(left / (sorted.length - index));
    if (size > equal) return equal;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
