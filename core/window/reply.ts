import { type Healing, heal } from './heal.ts';
import { type Learned, withCounted, withCut, withNamed } from './learned.ts';
import type { Dialect } from './limits.ts';
import { cutSilently, type Refusal, recognise, type ServerReply } from './refusal.ts';
import { readBody } from './refusal-text.ts';
import { learn, usageOf } from './usage.ts';

/** The request that was answered. */
export interface AskedRequest {
  readonly model: string;
  /** The newest words of the chat: their script decides which correction is learned. */
  readonly text: string;
  /** The whole prompt by the estimate. */
  readonly tokens: number;
  /** What of them the tools take: a server that does not count those has cut nothing. */
  readonly tools: number;
  /** The window it was made for, in tokens. */
  readonly window: number;
  readonly dialect: Dialect;
  /** How often it was sent again after a refusal. */
  readonly resent: number;
}

/** What an answer taught and what is to be done about it. */
export interface Taken {
  readonly learned: Learned;
  /** Prompt tokens that the server counted. */
  readonly counted?: number;
  /** A sentence for people: the server cannot have read all that was sent. */
  readonly alarm?: string;
  /** The one next step; missing when the request was answered. */
  readonly healing?: Healing;
}

/**
 * What a server's answer to one request means: usage corrects the estimate, a silent cut raises an alarm, a refusal is
 * healed at most once. Pure: `learned` comes back with what is to be kept for this endpoint and model; `now` is ISO 8601.
 */
export function takeReply(reply: ServerReply, asked: AskedRequest, learned: Learned, now: string): Taken {
  const answer = answerIn(reply);
  return answer === undefined
    ? refused(reply, asked, learned)
    : answered(answer, reply.body, asked, learned, now);
}

function answered(answer: object, body: string, asked: AskedRequest, learned: Learned, now: string): Taken {
  const usage = usageOf(answer);
  const { model, text, tokens, tools, window, resent } = asked;
  const counted = usage === undefined ? {} : { counted: usage.prompt };
  const isWithoutTools =
    usage !== undefined && cutSilently(tokens, usage.prompt) && !cutSilently(tokens - tools, usage.prompt);
  const estimated = isWithoutTools ? tokens - tools : tokens;
  const lesson = learn(learned.corrections ?? {}, { model, text, estimated, window }, usage);
  if (usage !== undefined && lesson.alarm !== undefined)
    return {
      learned: withCut(learned, { sent: tokens, counted: usage.prompt, at: now }),
      ...counted,
      alarm: lesson.alarm,
    };
  const { finish, answerTokens, answered: characters } = readBody(body);
  const isFull = finish === 'model_context_window_exceeded';
  if (characters === 0 && (isFull || (finish === 'length' && answerTokens === 0)))
    return { learned, ...counted, healing: heal(nothingSaid, asked, resent) };
  if (isFull) return { learned, ...counted, healing: windowFull };
  const isSane = usage !== undefined && usage.prompt <= window;
  const known = isSane ? withCounted(learned, usage.prompt, window) : learned;
  return { learned: { ...known, corrections: lesson.corrections }, ...counted };
}

const nothingSaid: Refusal = { kind: 'overflow', says: 'the prompt left no room for an answer' };

const windowFull: Healing = {
  do: 'fail',
  message: 'the window of the model was full before the answer was complete',
  remedy: 'Make the request for a smaller window (--context), so that the answer has more room.',
};

function refused(reply: ServerReply, asked: AskedRequest, learned: Learned): Taken {
  const { answered: most } = learned;
  const refusal = recognise(reply, {
    tokens: asked.tokens,
    ...(most === undefined ? {} : { answered: most }),
  });
  const healing = heal(refusal, asked, asked.resent);
  const known = withNamed(learned, refusal.kind === 'overflow' ? refusal.window : undefined);
  if (healing.do !== 'reshape') return { learned: known, healing };
  const { do: _, ...shape } = healing;
  return { learned: { ...known, ...shape }, healing };
}

/** The answer of a model in the body of a reply; undefined for anything else, an error with status 200 included. */
function answerIn({ status, body }: ServerReply): object | undefined {
  if (status < 200 || status > 299) return undefined;
  const value = json(body);
  if (value === undefined || ('error' in value && value.error !== null)) return undefined;
  const { choices, type } = value as { readonly choices?: unknown; readonly type?: unknown };
  return (Array.isArray(choices) && choices.length > 0) || type === 'message' ? value : undefined;
}

function json(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
