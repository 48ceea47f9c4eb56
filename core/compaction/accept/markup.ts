import { guard } from '../../format/grammar.ts';
import { outsideCode } from './code.ts';
import type { Pair, Refused } from './pair.ts';

/** Refuses a call of a tool that is written out as text, where the message is no such thing itself. */
export function toolCall({ text, original }: Pair): Refused | undefined {
  for (const form of calls) {
    if (form.test(text) && !form.test(original))
      return { refused: 'tool-call', detail: 'a tool call written as text' };
  }
  return undefined;
}

/** Refuses lines of the chat file's own format and the marks of chat templates that the message does not have. */
export function markup({ text, original }: Pair): Refused | undefined {
  if (text.split('\n').some((line) => guard(line) !== line && !original.includes(line)))
    return { refused: 'markup', detail: 'a line of the chat file’s own markup' };
  const plain = outsideCode(text);
  for (const form of templateMarks) {
    if (form.test(plain) && !form.test(original))
      return { refused: 'markup', detail: 'marks of a chat template' };
  }
  if (/^[[{]/.test(text) && !/^\s*(?:```\w*\s*)?[[{]/.test(original) && isJson(text))
    return { refused: 'markup', detail: 'JSON instead of words' };
  return undefined;
}

const calls: readonly RegExp[] = [
  /^\s*(?:```(?:json)?\s*)?[[{]\s*"(?:name|tool|function|tool_name|tool_calls?|action)"\s*:[\s\S]*"(?:arguments|parameters|args|input|action_input)"\s*:/,
  /<\/?(?:tool_call|tool_use|function_call|function=|invoke\b|antml:|\|tool)/i,
  /\[TOOL_CALLS\]|<\|python_tag\|>/,
];

const templateMarks: readonly RegExp[] = [
  /<\|(?:im_start|im_end|eot_id|start_header_id|end_header_id|endoftext|assistant|user|system|channel|message|end)\|>/,
  /\[\/?INST\]|<<\/?SYS>>|<\/?s>|<(?:start|end)_of_turn>/,
  /<!--|-->/,
  /^(?:user|assistant|system|human)\s*:\s/im,
];

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
