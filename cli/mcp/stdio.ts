import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { mcpServer, type Served } from './server.ts';

/** Serves one client over standard input and output until it hangs up or `signal` aborts. Only the protocol is written. */
export async function serveStdio(served: Served, signal: AbortSignal): Promise<void> {
  const server = mcpServer(served);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
