import { type Shape, shape } from './shape.ts';

/**
 * The lines that a person took back: when two prompts answer the same line, the person went back and wrote the second in place
 * of the first, so the first and everything that followed from it is another branch. Lines without a parent are never taken back.
 */
export function rewound(lines: readonly Shape[]): ReadonlySet<Shape> {
  const newest = new Map<unknown, Shape>();
  for (const line of lines) {
    if (isPrompt(line) && parent(line) !== undefined) newest.set(parent(line), line);
  }
  const gone = new Set<Shape>();
  const goneIds = new Set<unknown>();
  for (const line of lines) {
    const up = parent(line);
    const replaced = isPrompt(line) && up !== undefined && newest.get(up)!.uuid !== line.uuid;
    if (!replaced && !goneIds.has(up)) continue;
    gone.add(line);
    if (line.uuid !== undefined) goneIds.add(line.uuid);
  }
  return gone;
}

function parent(line: Shape): string | undefined {
  const up = line.parentUuid ?? line.logicalParentUuid;
  return typeof up === 'string' ? up : undefined;
}

/** A line that holds words of the person: not a tool result, not machinery. */
function isPrompt(line: Shape): boolean {
  if (
    line.type !== 'user' ||
    line.isMeta === true ||
    line.isSidechain === true ||
    line.isCompactSummary === true
  ) {
    return false;
  }
  const content = shape(line.message)?.content;
  if (typeof content === 'string') return !content.trimStart().startsWith('<');
  return (
    Array.isArray(content) && content.some((block) => shape(block)?.type === 'text') && !hasResult(content)
  );
}

function hasResult(content: readonly unknown[]): boolean {
  return content.some((block) => shape(block)?.type === 'tool_result');
}
