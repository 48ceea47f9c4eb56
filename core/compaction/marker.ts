import type { Section } from './sections.ts';

/**
 * The lines that stand in a short form for tool results, images and files, in the order of the sections (none for
 * text). Made by code from the sections and the message's id alone, so every machine writes the same bytes.
 */
export function markers(messageId: number, parts: readonly Section[]): readonly string[] {
  const seen = new Map<string, number>();
  return parts.flatMap((part) => {
    if (part.type === 'text') return [];
    if (part.type !== 'tool_result')
      return [JSON.stringify({ kind: part.type, sha256: part.sha256, compacted: true })];
    const count = (seen.get(part.id) ?? 0) + 1;
    seen.set(part.id, count);
    return [resultMarker(part.name, part.id, part.status, resultId(messageId, part.id, count))];
  });
}

/**
 * How people and models name a tool result: `message:<message id>:result:<call id>`; `count` (from 1) tells apart
 * results whose call id repeats in their message.
 */
export function resultId(messageId: number, callId: string, count: number): string {
  return `message:${messageId}:result:${callId}${count > 1 ? `#${count}` : ''}`;
}

function resultMarker(name: string, callId: string, status: string, id: string): string {
  return JSON.stringify({
    kind: 'tool_result',
    name,
    call_id: callId,
    status,
    compacted: true,
    result_id: id,
    instruction: `Result compacted. Retrieve the original with read_tool_result(${JSON.stringify({ result_id: id })}).`,
  });
}
