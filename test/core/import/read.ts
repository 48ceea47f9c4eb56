import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readImport } from '../../../core/import/formats.ts';
import type { Imported, ImportedMessage, Kind } from '../../../core/import/imported.ts';

/** The conversations of a file; a refusal fails the test with its sentence. */
export function readFile(path: string | URL, kind?: Kind): readonly Imported[] {
  return readText(basename(String(path)), readFileSync(path, 'utf8'), kind);
}

/** The same for a text. */
export function readText(name: string, text: string, kind?: Kind): readonly Imported[] {
  const reading = readImport(name, text, kind);
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.conversations;
}

/** A recorded case of test/cases. */
export function recorded(path: string): URL {
  return new URL(`../../cases/${path}`, import.meta.url);
}

/** Real conversations beside the checkout; tests that need them are skipped by name where they are absent. */
export const data = new URL('../../../../shared/data/', import.meta.url);
export const hasData = existsSync(data);

/** What a reader sees: `user: words`, with `[call name]`, `[result name: output]` and `(thinking)` in their places. */
export function lines(messages: readonly ImportedMessage[]): string[] {
  return messages.map(({ role, parts }) => `${role}: ${parts.map(partLine).join(' ')}`);
}

function partLine(part: ImportedMessage['parts'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return `(${part.text})`;
    case 'tool_call':
      return `[call ${part.name}]`;
    case 'tool_result':
      return `[result ${part.name}: ${part.output}]`;
    case 'unknown':
      return '[unknown]';
    default:
      return `[${part.type} ${part.name ?? part.mediaType}]`;
  }
}
