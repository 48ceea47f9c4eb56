/** What a server's answer says, gathered from wherever it stands: fields, nested JSON, events of a stream, HTML. */
export interface Told {
  /** All sentences and codes, un-escaped, one a line; thousands commas taken out of numbers. */
  readonly text: string;
  /** A window that stands in a field of its own (`n_ctx`), not in a sentence. */
  readonly window?: number;
  /** Why an answer ended (`finish_reason`, `stop_reason`). */
  readonly finish?: string;
  /** What the server counted. */
  readonly promptTokens?: number;
  readonly answerTokens?: number;
  /** Visible characters of an answer that arrived. */
  readonly answered: number;
  readonly isHtml: boolean;
}

/** Reads the body of an answer: JSON, an event stream, HTML, or anything else as it stands. Never throws; linear. */
export function readBody(body: string): Told {
  const text = body.slice(0, longest);
  if (/^\s*(?:<!doctype html|<html|<head)/i.test(text)) {
    return {
      text: text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      answered: 0,
      isHtml: true,
    };
  }
  const found: Gathered = { lines: [], answered: 0 };
  for (const value of values(text)) gather(value, '', found, 0);
  if (found.lines.length === 0) found.lines.push(text);
  const { lines, ...rest } = found;
  return { ...rest, text: lines.map(plain).join('\n'), isHtml: false };
}

/** More of a body than this says nothing new. */
const longest = 64_000;

interface Gathered {
  readonly lines: string[];
  answered: number;
  window?: number;
  finish?: string;
  promptTokens?: number;
  answerTokens?: number;
}

function values(text: string): unknown[] {
  const whole = json(text);
  if (whole !== undefined) return [whole];
  const events = text.split('\n').filter((line) => line.startsWith('data:'));
  return events.flatMap((line) => {
    const event = json(line.slice('data:'.length));
    return event === undefined ? [] : [event];
  });
}

function json(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

function gather(value: unknown, key: string, found: Gathered, depth: number): void {
  if (depth > 12) return;
  if (typeof value === 'string') said(value, key, found, depth);
  else if (typeof value === 'number') counted(value, key, found);
  else if (Array.isArray(value)) for (const one of value.slice(0, 50)) gather(one, key, found, depth + 1);
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) gather(one, name, found, depth + 1);
}

function said(text: string, key: string, found: Gathered, depth: number): void {
  if (key === 'finish_reason' || key === 'stop_reason') found.finish = text;
  // a model may well talk about context lengths: its words are no message of the server
  if (key === 'content' || key === 'text') found.answered += text.length;
  else {
    found.lines.push(text);
    const inner = text.indexOf('{"');
    const nested = inner < 0 ? undefined : json(text.slice(inner));
    if (nested !== undefined) gather(nested, '', found, depth + 1);
  }
}

function counted(value: number, key: string, found: Gathered): void {
  if (key === 'n_ctx') found.window = value;
  else if (key === 'prompt_tokens' || key === 'input_tokens') found.promptTokens = value;
  else if (key === 'completion_tokens' || key === 'output_tokens') found.answerTokens = value;
  else if (key === 'code' || key === 'status_code') found.lines.push(String(value));
}

function plain(line: string): string {
  return line.replaceAll('\\"', '"').replace(/(?<=\d),(?=\d{3}\b)/g, '');
}
