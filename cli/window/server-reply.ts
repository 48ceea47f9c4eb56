import { stripVTControlCharacters } from 'node:util';
import { ChatvaultError, type ServerReply } from '../../core/index.ts';

/**
 * What a server answered, from the text of a body as it came, or from `{"status": 400, "body": …}`. Without a status
 * the body tells whether it is an answer, and which error it is about. Throws `usage` for what is no JSON and for JSON
 * that is neither an answer nor an error; `file` names it.
 */
export function serverReply(text: string, file: string): ServerReply {
  const value = parsed(text, file);
  const { status, body } = value;
  if (isStatus(status) && body !== undefined)
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  if (isError(value)) return { status: statusIn(value) ?? 400, body: text };
  if (Array.isArray(value.choices) || value.type === 'message') return { status: 200, body: text };
  throw new ChatvaultError(
    'usage',
    `${file} is neither an answer of a model nor an error: ${beginning(text)}`,
    'Give what /chat/completions or /messages answered, as it came.',
  );
}

type Body = Readonly<Record<string, unknown>>;

function parsed(text: string, file: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const isStream = /^(?:data|event):/m.test(text.slice(0, 1000));
    throw new ChatvaultError(
      'usage',
      `${file} holds no JSON: ${isStream ? 'it is a stream of events' : beginning(text)}`,
      isStream
        ? 'Ask without "stream": true and give the whole answer.'
        : 'Give the body of the answer as it came, for example of: curl -sS -o reply.json …',
      { cause: error },
    );
  }
  // Google wraps its errors into a list
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return first !== null && typeof first === 'object' ? (first as Body) : {};
}

function isError({ error, type, object, detail, message, choices }: Body): boolean {
  if (error !== undefined && error !== null) return true;
  if (type === 'error' || object === 'error') return true;
  return choices === undefined && type === undefined && (detail !== undefined || typeof message === 'string');
}

/** The status that an error repeats in its body, at the top or inside. */
function statusIn(value: Body): number | undefined {
  const inner = (value.error !== null && typeof value.error === 'object' ? value.error : {}) as Body;
  return [value.status, value.code, value.statusCode, inner.status, inner.code].find(
    (one): one is number => isStatus(one) && one >= 400,
  );
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599;
}

function beginning(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
  return line === '' ? 'it is empty' : line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
