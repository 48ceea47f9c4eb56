import { picture } from './count.ts';
import { type Dialect, type Limits, lines, shares } from './limits.ts';

/** What the texts of one message may take under given limits, in tokens. */
export interface Room {
  /** The words of a person, a tool or a system message; a model's own words are never cut. */
  readonly text: number;
  /** One tool output. */
  readonly output: number;
  /** All outputs of one message together. */
  readonly outputs: number;
  /** Records of one message, counted in such of usual size; what is over is told as a number. */
  readonly records: number;
  /** Whether a picture is sent as one; otherwise it is named. */
  readonly pictures: boolean;
}

/** The room for one message that follows from the limits. */
export function room(limits: Limits): Room {
  const { budget, toolOutput } = limits;
  const outputs = Math.floor(Math.min(toolOutput, budget * shares.toolOutput));
  const { header, record } = overhead(limits.dialect);
  const { gap, verbatim, begins } = lines;
  // what may stand beside the one message that is always shown
  const beside = header + gap + verbatim + begins + (limits.dialect === 'clara' ? 80 : 0);
  const text = Math.max(0, Math.floor(Math.min(budget * shares.giant, budget - beside)));
  return {
    text,
    output: Math.min(outputs, Math.max(400, Math.min(8000, Math.floor(budget * shares.output)))),
    outputs,
    records: Math.floor(Math.max(0, Math.min(budget * shares.toolOutput, budget - beside - text)) / record),
    pictures: picture <= budget * shares.output,
  };
}

/** The room of a message whose outputs were halved so many times; after six halvings they have none. */
export function narrowed(room: Room, rung: number): Room {
  if (rung === 0) return room;
  const share = rung >= 6 ? Number.POSITIVE_INFINITY : 2 ** rung;
  return { ...room, output: Math.floor(room.output / share), outputs: Math.floor(room.outputs / share) };
}

/** What a header, a record of usual size, and a line that says how many more there are take, template markers included. */
export function overhead(dialect: Dialect): {
  readonly header: number;
  readonly record: number;
  readonly more: number;
} {
  return dialect === 'clara' ? { header: 72, record: 120, more: 40 } : { header: 14, record: 24, more: 22 };
}
