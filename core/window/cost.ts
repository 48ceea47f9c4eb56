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
  /** Whether even word for word something of it does not fit its room. */
  readonly cut: boolean;
}

/** The room for one message that follows from the limits. */
export function room(limits: Limits): Room {
  const { budget, toolOutput } = limits;
  const outputs = Math.floor(Math.min(toolOutput, budget * shares.toolOutput));
  return {
    text: Math.floor(budget * shares.giant),
    output: Math.min(outputs, Math.max(400, Math.min(8000, Math.floor(budget * shares.output)))),
    outputs,
    records: Math.max(1, Math.floor((budget * shares.toolOutput) / overhead(limits).record)),
    pictures: picture <= budget * shares.output,
  };
}

/** What a header and a record take beside the words, role markers of the chat template included. */
function overhead(limits: Limits): { readonly header: number; readonly record: number } {
  return limits.dialect === 'clara' ? { header: 72, record: 120 } : { header: 14, record: 24 };
}

/** The cost of a message; `foreign` says whether its words are a person's or a tool's, which may be cut. */
export function cost(counted: Counted, foreign: boolean, room: Room, limits: Limits): Cost {
  const { header } = overhead(limits);
  const tools = toolCost(counted, room, limits);
  const records = limits.dialect === 'clara' ? 2 * counted.records : counted.records;
  const text = foreign ? Math.min(counted.text, room.text) : counted.text;
  const quiet = header + records + tools.records + text + (room.pictures ? counted.pictures * picture : 0);
  return {
    verbatim: quiet + tools.outputs,
    quiet,
    old: header + records + tools.records + Math.min(counted.short ?? text, text),
    cut: tools.cut || text < counted.text,
  };
}

function toolCost(
  { results }: Counted,
  room: Room,
  limits: Limits,
): { readonly records: number; readonly outputs: number; readonly cut: boolean } {
  if (results.length === 0) return { records: 0, outputs: 0, cut: false };
  const clara = limits.dialect === 'clara';
  const shown = shownResults(results.length, room);
  const sizes = outputSizes({ results }, room);
  let records = 0;
  let outputs = 0;
  let cut = shown.length < results.length;
  shown.forEach((index, nth) => {
    const { record = 0, names = 0, args = 0, output = 0 } = results[index] ?? {};
    // the reference's record says name and ids up to four times
    records += clara ? 84 + 4 * names : record + 2;
    outputs += args + 1 + (sizes[nth] ?? 0);
    cut ||= (sizes[nth] ?? 0) < output;
  });
  return { records, outputs, cut };
}

/** The room of a message whose outputs were halved so many times; after six halvings they have none. */
export function narrowed(room: Room, rung: number): Room {
  if (rung === 0) return room;
  const share = rung >= 6 ? Number.POSITIVE_INFINITY : 2 ** rung;
  return { ...room, output: Math.floor(room.output / share), outputs: Math.floor(room.outputs / share) };
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
export function outputSizes(counted: Pick<Counted, 'results'>, room: Room): readonly number[] {
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
