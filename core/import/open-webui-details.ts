import type { Part } from '../conversation.ts';
import { asText, asValue } from './shape.ts';

/**
 * Content with `<details>` of the types reasoning, tool_calls and code_interpreter cut out and turned into what they stand for.
 * Other HTML, and a tag that is never closed, stays text.
 */
export function splitDetails(content: string): Part[] {
  const parts: Part[] = [];
  let rest = content;
  let calls = 0;
  const say = (text: string): void => {
    if (text.trim() !== '') parts.push({ type: 'text', text: text.trim() });
  };
  for (;;) {
    const found = openingTag(rest);
    const end = found === undefined ? -1 : rest.indexOf(close, found.at);
    if (found === undefined || end < 0) break;
    const { tag, type, at } = found;
    say(rest.slice(0, at));
    const body = rest.slice(at + tag.length, end).replace(/^\s*<summary>[^<]*<\/summary>/, '');
    if (type === 'reasoning') parts.push({ type: 'reasoning', text: unquoted(unescaped(body)) });
    else {
      calls += 1;
      const made = type === 'tool_calls' ? call : codeRun;
      for (const part of made(attributes(tag), `call-${calls}`, unescaped(body))) parts.push(part);
    }
    rest = rest.slice(end + close.length);
  }
  say(rest);
  return parts;
}

const close = '</details>';

/** The first tag of these types; each is looked at for itself, because one pattern over all would begin anew at each of them. */
function openingTag(
  text: string,
): { readonly tag: string; readonly type: string; readonly at: number } | undefined {
  const opening = /<details\s/g;
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    const end = text.indexOf('>', open.index) + 1;
    if (end === 0) return undefined;
    const tag = text.slice(open.index, end);
    const type = /type="(reasoning|tool_calls|code_interpreter)"/.exec(tag)?.[1];
    if (type !== undefined) return { tag, type, at: open.index };
    opening.lastIndex = end;
  }
  return undefined;
}

function call(given: ReadonlyMap<string, string>, number: string, body: string): Part[] {
  const id = given.get('id') || number;
  const name = given.get('name') ?? '';
  const result = given.get('result') ?? body;
  return [
    { type: 'tool_call', id, name, args: asValue(given.get('arguments') ?? '{}') },
    { type: 'tool_result', id, name, status: 'completed', output: asText(asValue(result.trim())) },
  ];
}

/** Code that the program ran: the code stands in the body, its output in an attribute. */
function codeRun(given: ReadonlyMap<string, string>, id: string, body: string): Part[] {
  const name = 'code_interpreter';
  const output = given.get('output');
  const made: Part = { type: 'tool_call', id, name, args: { code: body.trim() } };
  if (output === undefined) return [made];
  return [made, { type: 'tool_result', id, name, status: 'completed', output: asText(asValue(output)) }];
}

function attributes(tag: string): ReadonlyMap<string, string> {
  return new Map(
    [...tag.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]),
  );
}

/** Reasoning is written as a quotation, one `> ` a line. */
function unquoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => line.replace(/^> ?/, ''))
    .join('\n');
}

function unescaped(html: string): string {
  return html.replace(/&(?:lt|gt|quot|amp|#39|#x27|#34);/g, (entity) => entities[entity]!);
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&#39;': "'",
  '&#x27;': "'",
  '&#34;': '"',
};
