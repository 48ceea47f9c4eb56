import type { Receipt } from './receipt-shape.ts';

/**
 * Whether a value read from outside has all of a receipt that the next request and its comparison go by, each of the
 * right type. That it fits today's chat is seen to where it is followed.
 */
export function isReceipt(value: unknown): value is Receipt {
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.around)) return false;
  const { borders, room, shown, around } = value;
  return (
    [value.sessionId, value.dialect, value.policy, value.earlier, value.request].every(isText) &&
    numbers(borders, ['left', 'fold', 'verbatim', 'outputs', 'pinned'], -1) &&
    numbers(room, ['text', 'output', 'outputs', 'records'], 0) &&
    isRecord(room) &&
    typeof room.pictures === 'boolean' &&
    numbers(value.limits, ['budget'], 0) &&
    Array.isArray(shown) &&
    shown.every(isShown) &&
    (value.pinned === undefined || isShown(value.pinned)) &&
    (value.gap === undefined || isRecord(value.gap)) &&
    Array.isArray(around.identity) &&
    around.identity.every(isText) &&
    Array.isArray(around.tools) &&
    (value.prompt === undefined || numbers(value.prompt, ['tokens', 'tools'], 0)) &&
    (value.asked === undefined || isAsked(value.asked))
  );
}

function isAsked(value: unknown): boolean {
  return (
    numbers(value, ['window', 'resent'], 0) && isRecord(value) && isText(value.model) && isText(value.chat)
  );
}

function isShown(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { messageId, form, hash, tokens, rung = 0 } = value;
  return (
    [messageId, rung].every((one) => isNumber(one, 0)) &&
    [form, hash].every(isText) &&
    Number.isFinite(tokens)
  );
}

function numbers(value: unknown, keys: readonly string[], least: number): boolean {
  return isRecord(value) && keys.every((key) => isNumber(value[key], least));
}

function isNumber(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object';
}
