import { wellFormed } from '../text/hash.ts';
import type { AiSdkRequest } from './dialects/ai-sdk.ts';
import type { AnthropicRequest } from './dialects/anthropic.ts';
import type { ClaraRequest } from './dialects/clara.ts';
import type { OpenAiRequest } from './dialects/openai.ts';
import type { Dialect } from './limits.ts';
import type { Request } from './request.ts';

/**
 * What a server of this dialect would refuse in a finished request, each a sentence; empty when it is fine. The rules
 * are the strictest that providers and chat templates were seen to ask for.
 */
export function validate(request: Request, dialect: Dialect): readonly string[] {
  const rules = { clara: claraRules, openai: openaiRules, anthropic: anthropicRules, 'ai-sdk': aiSdkRules };
  return [...rules[dialect](request as never), ...toolRules(request)];
}

function claraRules({ messages }: ClaraRequest): string[] {
  return messages.flatMap((message, index) => [
    ...keys(message, ['role', 'name', 'content'], `message ${index}`),
    ...(message.name !== undefined && (message.role !== 'system' || message.name !== 'clara_runtime')
      ? [`message ${index} has a name but is no runtime record`]
      : []),
    ...blank(message.content, `message ${index}`),
    ...(message.content.startsWith('<clara_runtime>') && message.role === 'system'
      ? record(message.content, index)
      : []),
  ]);
}

/** One line of JSON between one pair of tags. */
function record(content: string, index: number): string[] {
  const lines = content.split('\n');
  const closing = content.split('</clara_runtime>').length - 1;
  const fine =
    lines.length === 3 && closing === 1 && lines[2] === '</clara_runtime>' && isJson(lines[1] ?? '');
  return fine ? [] : [`record ${index} is not one line of JSON between one pair of tags`];
}

function openaiRules({ messages }: OpenAiRequest): string[] {
  const spoken = messages.filter(({ role }) => role !== 'system');
  return [
    ...leadingSystem(messages.map(({ role }) => role)),
    ...alternation(spoken.map(({ role }) => role)),
    ...messages.flatMap((message, index) => [
      ...keys(message, ['role', 'content'], `message ${index}`),
      ...(typeof message.content === 'string'
        ? blank(message.content, `message ${index}`)
        : message.content.flatMap((part) =>
            part.type === 'text' ? blank(part.text, `message ${index}`) : [],
          )),
    ]),
  ];
}

function anthropicRules({ system, messages }: AnthropicRequest): string[] {
  return [
    ...blank(system, 'the system text'),
    ...alternation(messages.map(({ role }) => role)),
    ...messages.flatMap(({ content }, index) =>
      content.length === 0
        ? [`message ${index} has no content`]
        : content.flatMap((part) =>
            part.type === 'text'
              ? blank(part.text, `message ${index}`)
              : mediaType(part.source.media_type, index),
          ),
    ),
  ];
}

function aiSdkRules({ messages }: AiSdkRequest): string[] {
  const roles = messages.map(({ role }) => role);
  return [
    ...leadingSystem(roles),
    ...alternation(roles.filter((role) => role !== 'system')),
    ...messages.flatMap(({ role, content }, index) => {
      if (role === 'system') return blank(content as string, 'the system message');
      return (content as readonly { type: string; text?: string }[]).flatMap((part) =>
        part.type === 'text' ? blank(part.text ?? '', `message ${index}`) : [],
      );
    }),
  ];
}

function leadingSystem(roles: readonly string[]): string[] {
  const wrong = roles.findIndex((role, index) => role === 'system' && index > 0);
  return wrong < 0 ? [] : [`system message at ${wrong}; only the first message may be one`];
}

function alternation(roles: readonly string[]): string[] {
  const problems: string[] = [];
  if (roles.length === 0) problems.push('no message from the user');
  roles.forEach((role, index) => {
    const expected = index % 2 === 0 ? 'user' : 'assistant';
    if (role !== expected) problems.push(`message ${index} is from the ${role}, expected the ${expected}`);
  });
  if (roles.at(-1) === 'assistant') problems.push('the last message is not from the user');
  return problems;
}

function blank(text: string, where: string): string[] {
  if (text.trim() === '') return [`${where} is blank`];
  return wellFormed(text) !== text ? [`${where} holds half a character`] : [];
}

function mediaType(type: string, index: number): string[] {
  return /^image\/(jpeg|png|gif|webp)$/.test(type) ? [] : [`message ${index} has a picture of type ${type}`];
}

function keys(value: object, allowed: readonly string[], where: string): string[] {
  return Object.keys(value)
    .filter((key) => !allowed.includes(key))
    .map((key) => `${where} has a key ${key} that servers refuse`);
}

function toolRules({ tools }: Request): string[] {
  return tools.flatMap((tool) => {
    const name = 'function' in tool ? tool.function.name : tool.name;
    return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? [] : [`tool name ${name} has characters that servers refuse`];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
