import { estimateTokens } from '../text/tokens.ts';
import { picture } from './count.ts';
import { type Dialect, type Limits, lines, shares } from './limits.ts';
import { closed } from './record.ts';

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
  const { record } = overhead(limits.dialect);
  const { gap, verbatim, begins } = lines;
  // what may stand beside the one message that is always shown
  const beside =
    header(limits) +
    gap +
    2 * (limits.digits ?? 0) +
    verbatim +
    begins +
    (limits.dialect === 'clara' ? 80 : 0);
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

/**
 * What the header of a message takes at most, template markers included; where numbers are long, also what they add to
 * the two lines that say how many results and files are left out.
 */
export function header({ dialect, session = 0, digits = 0 }: Limits): number {
  return (dialect === 'clara' ? 67 + session : 14) + 3 * digits;
}

/** What these limits do not say yet of a chat: how long its session's id and the numbers of its messages are. */
export function withIds(
  limits: Limits,
  sessionId: string,
  messages: readonly { readonly id: number }[],
): Limits {
  const { session: _, digits: __, ...own } = limits;
  const session = sessionTokens(sessionId, own);
  const highest = messages.reduce((most, { id }) => Math.max(most, id), 0);
  const digits = Math.max(0, Math.ceil(String(highest).length / 3) - 2);
  return { ...own, ...(session > 0 ? { session } : {}), ...(digits > 0 ? { digits } : {}) };
}

/**
 * What a session's id takes in each header of the dialect `clara`; 0 where it is left out, because it is longer than 64
 * characters or takes more than a sixteenth of the budget.
 */
function sessionTokens(sessionId: string, { dialect, budget }: Limits): number {
  if (dialect !== 'clara' || sessionId.length > 64) return 0;
  const tokens = estimateTokens(`"session_id":${closed(JSON.stringify(sessionId))},`) + 1;
  return tokens <= budget / 16 ? tokens : 0;
}

/** What a record of usual size, and a line that says how many more there are take, template markers included. */
export function overhead(dialect: Dialect): {
  readonly record: number;
  readonly more: number;
} {
  return dialect === 'clara' ? { record: 120, more: 40 } : { record: 24, more: 22 };
}
