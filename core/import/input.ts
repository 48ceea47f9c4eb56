/** What stands in a file of another program, parsed once for all readers. */
export interface Input {
  /** The file's name without folders: some programs put an id or a title there. */
  readonly name: string;
  readonly text: string;
  /** The whole file as one JSON value; undefined where it is not one. */
  readonly value: unknown;
  /** The file as JSON lines; a file that is one JSON value over several lines has none. */
  readonly lines: readonly JsonLine[];
  /** Lines that are not JSON, where the file is JSON lines. */
  readonly broken: readonly BrokenLine[];
}

export interface JsonLine {
  /** 1-based. */
  readonly line: number;
  readonly value: unknown;
}

/** A line that could not be used, and why. */
export interface BrokenLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Reads a file's text as JSON or JSON lines. Never throws: what is neither has no value and only broken lines. */
export function input(name: string, text: string): Input {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const whole = parsed(body);
  if (whole !== undefined && body.trim().includes('\n')) {
    return { name, text: body, value: whole.value, lines: [], broken: [] };
  }
  return { name, text: body, value: whole?.value, ...jsonLines(body) };
}

function jsonLines(text: string): { lines: JsonLine[]; broken: BrokenLine[] } {
  const lines: JsonLine[] = [];
  const broken: BrokenLine[] = [];
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.trim() === '') continue;
    const result = parsed(line);
    if (result === undefined) broken.push({ line: number, text: 'is not JSON (cut off or run together)' });
    else lines.push({ line: number, value: result.value });
  }
  return { lines, broken };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
