import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../../compactor/model/endpoint.ts';
import { askWindow, isLocal } from '../../compactor/model/windows.ts';
import { type ModelServer, modelServer } from '../support/model-server.ts';

let server: ModelServer;
let endpoint: Endpoint;

beforeEach(async () => {
  server = await modelServer();
  endpoint = { url: server.url, model: 'qwen3:4b', provider: 'openai' };
});
afterEach(() => server.close());

const asking = () => askWindow(endpoint, new AbortController().signal);

test('llama.cpp: the window it runs with, not the one the model was trained for', async () => {
  server.pages.set('/v1/models', { data: [{ id: 'x.gguf', meta: { n_ctx: 16_384, n_ctx_train: 131_072 } }] });
  expect(await asking()).toBe(16_384);
});

test('vLLM and hosted lists: the row of this model', async () => {
  server.pages.set('/v1/models', {
    data: [
      { id: 'other', max_model_len: 4096 },
      { id: 'qwen3:4b', max_model_len: 32_768 },
    ],
  });
  expect(await asking()).toBe(32_768);
  server.pages.set('/v1/models', { data: [{ id: 'a' }, { id: 'qwen3:4b', context_length: 65_536 }] });
  expect(await asking()).toBe(65_536);
});

test('Ollama: what is loaded, else what its model file says, else its own small default', async () => {
  server.pages.set('/v1/models', { data: [{ id: 'qwen3:4b', object: 'model' }] });
  server.pages.set('/api/ps', { models: [] });
  server.pages.set('/api/show', { model_info: { 'general.architecture': 'q', 'q.context_length': 262_144 } });
  expect(await asking()).toBe(4096);
  server.pages.set('/api/show', { parameters: 'top_p 0.8\nnum_ctx    10000\n', model_info: {} });
  expect(await asking()).toBe(10_000);
  server.pages.set('/api/ps', { models: [{ name: 'qwen3:4b', context_length: 8192 }] });
  expect(await asking()).toBe(8192);
});

test('LM Studio: the loaded instance, else the most the model can', async () => {
  server.pages.set('/api/v0/models', { data: [{ id: 'qwen3:4b', max_context_length: 40_960 }] });
  expect(await asking()).toBe(40_960);
  server.pages.set('/api/v1/models', {
    models: [{ key: 'qwen3:4b', loaded_instances: [{ config: { context_length: 12_288 } }] }],
  });
  expect(await asking()).toBe(12_288);
});

test('a server that does not tell, or tells nonsense, is not believed', async () => {
  expect(await asking()).toBeUndefined();
  server.pages.set('/v1/models', { data: [{ id: 'qwen3:4b', max_model_len: 3 }] });
  expect(await asking()).toBeUndefined();
  server.pages.set('/v1/models', 'not json');
  expect(await asking()).toBeUndefined();
  await server.close();
  expect(await asking()).toBeUndefined();
  server = await modelServer();
});

test('knows what is on this machine or in a private network', () => {
  const local = [
    'http://localhost:1/v1',
    'http://127.0.0.1/v1',
    'http://[::1]:9/v1',
    'http://192.168.1.5/v1',
  ];
  const remote = [
    'https://api.openai.com/v1',
    'http://8.8.8.8/v1',
    'http://172.32.0.1/v1',
    'http://[2001:db8::1]/',
  ];
  expect(
    [...local, 'http://box.local/v1', 'http://ollama:11434/v1', 'http://172.20.0.2/'].filter(isLocal),
  ).toHaveLength(7);
  expect(remote.filter(isLocal)).toEqual([]);
});
