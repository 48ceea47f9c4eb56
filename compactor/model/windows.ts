import type { Endpoint } from './endpoint.ts';

/** Milliseconds one question about the window may take. */
const patience = 3000;

/** A window outside these bounds is a mistake of whoever told it. */
const smallest = 512;
const largest = 20_000_000;

/** What Ollama loads a model with when nobody said otherwise. */
const ollamaDefault = 4096;

/**
 * The tokens a model at an endpoint reads at once, as its server tells; undefined when it does not. Each kind of server
 * keeps the number elsewhere: llama.cpp, vLLM and OpenRouter in the list of models, Ollama in what is loaded (`/api/ps`),
 * the model file's `num_ctx`, else its own small default under the model's ceiling; LM Studio in its native list.
 * Only local servers are asked on paths outside the endpoint's own. Never throws.
 */
export async function askWindow(endpoint: Endpoint, signal: AbortSignal): Promise<number | undefined> {
  if (endpoint.provider === 'anthropic') return undefined;
  const base = endpoint.url.replace(/\/+$/, '');
  const root = base.replace(/\/v\d+$/, '');
  const get = (url: string, body?: object) => json(url, endpoint, signal, body);
  const listed = inList(await get(`${base}/models`), endpoint.model);
  if (listed !== undefined || !isLocal(endpoint.url)) return listed;
  return (await fromOllama(root, endpoint.model, get)) ?? (await fromLmStudio(root, endpoint.model, get));
}

/** Whether an address is on this machine or in a private network. */
export function isLocal(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return (
    /^(localhost|.*\.local|.*\.localhost|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|::1|f[cd][0-9a-f]{2}:.*)$/i.test(
      host,
    ) || !/[.:]/.test(host)
  );
}

type Get = (url: string, body?: object) => Promise<unknown>;

function inList(list: unknown, model: string): number | undefined {
  const rows = array(at(list, 'data'));
  const row = rows.find((one) => at(one, 'id') === model) ?? (rows.length === 1 ? rows[0] : undefined);
  return (
    within(at(row, 'meta', 'n_ctx')) ?? within(at(row, 'max_model_len')) ?? within(at(row, 'context_length'))
  );
}

async function fromOllama(root: string, model: string, get: Get): Promise<number | undefined> {
  const loaded = array(at(await get(`${root}/api/ps`), 'models'));
  const running = loaded.find((one) => [at(one, 'name'), at(one, 'model')].includes(model));
  const now = within(at(running, 'context_length'));
  if (now !== undefined) return now;
  const shown = await get(`${root}/api/show`, { model });
  const info = at(shown, 'model_info');
  if (info === undefined) return undefined;
  const set = /^\s*num_ctx\s+(\d+)/m.exec(String(at(shown, 'parameters') ?? ''))?.[1];
  if (set !== undefined) return within(Number(set));
  const ceiling = within(at(info, `${at(info, 'general.architecture')}.context_length`));
  return Math.min(ollamaDefault, ceiling ?? ollamaDefault);
}

async function fromLmStudio(root: string, model: string, get: Get): Promise<number | undefined> {
  const current = array(at(await get(`${root}/api/v1/models`), 'models'));
  const found = current.find((one) => [at(one, 'key'), at(one, 'id')].includes(model));
  const instance = array(at(found, 'loaded_instances'))[0];
  const loaded = within(at(instance, 'config', 'context_length')) ?? within(at(instance, 'context_length'));
  if (loaded !== undefined) return loaded;
  const older = array(at(await get(`${root}/api/v0/models`), 'data')).find((one) => at(one, 'id') === model);
  return within(at(older, 'loaded_context_length')) ?? within(at(older ?? found, 'max_context_length'));
}

async function json(url: string, { key }: Endpoint, signal: AbortSignal, body?: object): Promise<unknown> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      redirect: 'error',
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok || response.body === null) return await response.body?.cancel();
    return JSON.parse(await limited(response.body));
  } catch {
    // a server that does not know the path is an answer too: it is of another kind
    return undefined;
  }
}

const mostListBytes = 16 * 1024 * 1024;

async function limited(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > mostListBytes) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function within(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= smallest && value <= largest
    ? value
    : undefined;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
