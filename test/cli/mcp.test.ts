import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Listening, serveHttp } from '../../cli/mcp/http.ts';
import { printChat } from '../../core/index.ts';
import { openVault, SearchIndex, type Vault } from '../../vault/index.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
let vault: Vault;
let listening: Listening;
const clients: Client[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatvault-mcp-'));
  for (const name of ['051-ids-with-colon-dot-pipe-slash', '003-interrupted-call-has-no-result']) {
    cpSync(join(root, 'test/cases', name, 'chat.md'), join(folder, `${name.slice(0, 3)}.md`), { mode: 0 });
  }
  const text = printChat({
    sessionId: 'garden',
    title: 'The garden',
    messages: [
      {
        id: 1,
        role: 'user',
        createdAt: '2026-10-12T09:03:00Z',
        parts: [{ type: 'text', text: 'Where do the quinces go?' }],
      },
      {
        id: 2,
        role: 'assistant',
        createdAt: '2026-10-12T09:04:00Z',
        parts: [{ type: 'text', text: 'By the south wall.' }],
      },
    ],
  });
  writeFileSync(join(folder, 'garden.md'), text);
  vault = await openVault(folder);
  listening = await serveHttp(
    { vault, index: new SearchIndex(vault), version: 'test', write: true },
    0,
    'secret',
  );
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

afterAll(async () => {
  await listening.close();
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connected(transport: unknown): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(transport as Transport);
  return client;
}

const overStdio = (...more: string[]): Promise<Client> =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--import', 'tsx', join(root, 'cli/main.ts'), 'mcp', '--vault', folder, ...more],
      cwd: root,
      stderr: 'pipe',
    }),
  );

const overHttp = (token = 'secret'): Promise<Client> =>
  connected(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${listening.port}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );

async function textOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as { text: string }[]).map(({ text }) => text).join('');
}

describe.each([
  ['stdio', () => overStdio('--write')],
  ['streamable HTTP', () => overHttp()],
])("the SDK's own client over %s", (_name, connect) => {
  test('lists the tools, finds, reads, reads results and writes the note', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'read_chat_messages',
      'read_tool_result',
      'search_chat_messages',
      'update_note',
    ]);
    expect(await textOf(client, 'search_chat_messages', { query: 'quince', session_id: 'garden' })).toContain(
      '#1 user',
    );
    expect(await textOf(client, 'read_chat_messages', { session_id: 'garden', message_ids: [2] })).toContain(
      'By the south wall.',
    );
    expect(await textOf(client, 'search_chat_messages', { query: 'quince' })).toContain('#1 user');
    const result_id = 'message:2:result:functions.list_files:0';
    expect(await textOf(client, 'read_tool_result', { session_id: 'ids', result_id })).toContain('["x"]');
    expect(
      await textOf(client, 'update_note', { session_id: 'garden', text: 'Quinces: south wall.' }),
    ).toMatch(/note/);
    expect(readFileSync(join(folder, 'garden.md'), 'utf8')).toContain('Quinces: south wall.');
  });

  test('gives chats as resources, byte for byte, and a prompt that says how to look back', async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    const garden = resources.find(({ name }) => name === 'The garden');
    const { contents } = await client.readResource({ uri: garden?.uri ?? '' });
    expect(contents[0]).toHaveProperty('text', readFileSync(join(folder, 'garden.md'), 'utf8'));
    const { messages } = await client.getPrompt({ name: 'look-back', arguments: { topic: 'quinces' } });
    expect(JSON.stringify(messages)).toContain('look back for: quinces');
  });

  test('refuses what it does not know, with what to do instead', async () => {
    const client = await connect();
    expect(
      await textOf(client, 'read_chat_messages', { session_id: '../../etc/passwd', message_ids: [1] }),
    ).toContain('search_chat_messages without session_id');
    const missing = { session_id: 'stopped', result_id: 'message:2:result:call-2' };
    expect(await textOf(client, 'read_tool_result', missing)).toContain('No such result');
    await expect(client.callTool({ name: 'rm', arguments: {} })).rejects.toThrow(
      /there are: read_chat_messages/,
    );
    for (const uri of [
      'file:///etc/passwd',
      'chatvault://chat/..%2F..%2Fetc%2Fpasswd',
      'chatvault://chat/%ff',
    ]) {
      await expect(client.readResource({ uri })).rejects.toThrow(/List the resources first/);
    }
  });
});

test('offers no writing without --write, and only the sealed session with --session', async () => {
  const client = await overStdio('--session', 'garden');
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('update_note');
  await expect(client.callTool({ name: 'update_note', arguments: { text: 'x' } })).rejects.toThrow(
    /start mcp with --write/,
  );
  expect(await textOf(client, 'read_chat_messages', { session_id: 'ids', message_ids: [1] })).toContain(
    'Only the session',
  );
  expect((await client.listResources()).resources).toHaveLength(1);
});

describe('over HTTP', () => {
  const ask = (
    headers: Record<string, string>,
    method = 'POST',
    path = '/mcp',
    body = '{}',
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: listening.port, path, method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const token = { Authorization: 'Bearer secret' };

  test.each([
    [
      'another Host (a name of the attacker that leads to 127.0.0.1)',
      { ...token, Host: 'evil.example' },
      421,
    ],
    ['a page of another origin', { ...token, Origin: 'https://evil.example' }, 403],
    ['an opaque origin', { ...token, Origin: 'null' }, 403],
    ['no token', {}, 401],
    ['a wrong token', { Authorization: 'Bearer secre' }, 401],
  ])('%s is refused', async (_what, headers, status) => {
    expect(await ask(headers as Record<string, string>)).toBe(status);
  });

  test('other paths, methods, bodies that are no JSON and bodies without end are refused', async () => {
    expect(await ask(token, 'POST', '/')).toBe(404);
    expect(await ask(token, 'GET')).toBe(405);
    expect(await ask(token, 'POST', '/mcp', '{')).toBe(400);
    expect(await ask(token, 'POST', '/mcp', 'x'.repeat(4_100_000))).toBe(413);
  });

  test('a client without the token cannot connect', async () => {
    await expect(overHttp('wrong')).rejects.toThrow();
  });

  test('clients at the same time get their own answers', async () => {
    const [one, two] = await Promise.all([overHttp(), overHttp()]);
    const answers = await Promise.all(
      [one, two, one, two].map((client, index) =>
        textOf(client, 'read_chat_messages', { session_id: 'garden', message_ids: [(index % 2) + 1] }),
      ),
    );
    expect(answers.map((text) => text.slice(0, 2))).toEqual(['#1', '#2', '#1', '#2']);
  });
});
