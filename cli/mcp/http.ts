import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { mcpServer, type Served } from './server.ts';

export interface Listening {
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * Serves streamable HTTP on 127.0.0.1 at `/mcp`, without sessions: a new server and transport for each request. A
 * request must name this address as its Host (421), come from no page or from one of this address (403), and carry the
 * token as Bearer (401): a page of any web site can reach loopback. `port` 0 takes a free one.
 */
export async function serveHttp(served: Served, port: number, token: string): Promise<Listening> {
  const server = createServer((request, response) => {
    answer(served, token, portOf(server), request, response).catch(() =>
      refuse(response, 500, 'the server failed'),
    );
  });
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  served: Served,
  token: string,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin, authorization } = request.headers;
  if (host === undefined || !hosts.includes(host)) return refuse(response, 421, `this is 127.0.0.1:${port}`);
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`)) {
    return refuse(response, 403, 'pages of other origins are not served');
  }
  if (!isToken(authorization, token)) {
    response.setHeader('WWW-Authenticate', 'Bearer');
    return refuse(response, 401, 'send the token that mcp printed: Authorization: Bearer TOKEN');
  }
  if (request.url !== '/mcp') return refuse(response, 404, 'the address is /mcp');
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return refuse(response, 405, 'only POST: this server keeps no sessions');
  }
  const body = await bodyOf(request);
  if (body === undefined) return refuse(response, 413, `a request may have ${mostBytes} bytes`);
  const message = parsed(body);
  if (message === undefined) return refuse(response, 400, 'the body is not JSON');
  const server = mcpServer(served);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    transport.close().catch(() => undefined);
    server.close().catch(() => undefined);
  });
  // the transport's own type is not exact about optional properties
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, message);
}

const mostBytes = 4_000_000;

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Compared by hashes in constant time, whatever the lengths. */
function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: text }, id: null }));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}
