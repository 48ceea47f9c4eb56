/**
 * The optional fields of a request and what to do when a server refuses one. Servers disagree: an unknown field is
 * ignored here and a 400 there, and each has its own switch for thinking, so all are sent until one is refused.
 */

/** Fields that a request can live without, in the order they are given up when a refusal names none. */
const optional = [
  'chat_template_kwargs',
  'think',
  'reasoning_effort',
  'reasoning',
  'thinking',
  'stream_options',
  'temperature',
] as const;

/**
 * What switches thinking off at this address. Ollama's /v1 listens to reasoning_effort, llama.cpp and vLLM to the chat
 * template's argument, LM Studio and proxies to think; the hosted ones refuse what they do not know.
 */
export function thinkingOff(url: string, provider: 'openai' | 'anthropic'): Record<string, unknown> {
  if (provider === 'anthropic') return { thinking: { type: 'disabled' } };
  const host = new URL(url).hostname;
  if (host === 'openrouter.ai') return { reasoning: { enabled: false } };
  if (hosted.some((name) => host === name || host.endsWith(`.${name}`))) return { reasoning_effort: 'none' };
  return { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false }, think: false };
}

const hosted = [
  'openai.com',
  'azure.com',
  'mistral.ai',
  'groq.com',
  'googleapis.com',
  'x.ai',
  'deepseek.com',
];

/**
 * The body without the fields in `omit`. Two are changed before they go: `max_tokens` is renamed, because newer models
 * of OpenAI want `max_completion_tokens`, and a reply without any limit is never asked for; `reasoning_effort` falls to
 * `minimal`, the least that some models know, and goes when it stands in `omit` twice.
 */
export function withoutFields(
  body: Readonly<Record<string, unknown>>,
  omit: readonly string[],
): Record<string, unknown> {
  const kept = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    const times = omit.filter((name) => name === key).length;
    if (times === 0) return [[key, value]];
    if (key === 'max_tokens') return [['max_completion_tokens', value]];
    return key === 'reasoning_effort' && times === 1 ? [[key, 'minimal']] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * The fields to leave out after a refusal with this text, the body that was sent being known: those it names, else all
 * optional ones of the body at once. Empty: nothing can be left out, the refusal stands.
 */
export function refusedFields(text: string, sent: Readonly<Record<string, unknown>>): string[] {
  const named = Object.keys(sent).filter((key) => droppable(key) && names(text, key));
  if (named.length > 0) return named;
  return optional.filter((key) => key in sent && key !== 'temperature').flatMap((key) => [key, key]);
}

function droppable(key: string): boolean {
  return key === 'max_tokens' || (optional as readonly string[]).includes(key);
}

/** Whether a sentence names a field as a word of its own: `think` is not named by "thinking" nor by "chat_template_kwargs". */
function names(text: string, key: string): boolean {
  const spellings = key === 'chat_template_kwargs' ? [key, 'enable_thinking'] : [key];
  return spellings.some((word) => new RegExp(`(?<![\\w.-])${word}(?![\\w-])`, 'i').test(text));
}
