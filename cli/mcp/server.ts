import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { ChatvaultError, type ToolName, type ToolSchema, toolSchemas } from '../../core/index.ts';
import { callTool, diskTrouble, type SearchIndex, type Vault } from '../../vault/index.ts';
import { lookBackPrompt, lookBackWords } from './prompt.ts';
import { listChats, readChatResource } from './resources.ts';

/** What a client may reach and do. */
export interface Served {
  readonly vault: Vault;
  /** Kept open as long as the program serves. */
  readonly index: SearchIndex;
  readonly version: string;
  /** Only this session. */
  readonly session?: string;
  /** Whether `update_note` is offered. */
  readonly write: boolean;
}

/**
 * A server of the Model Context Protocol over one vault: the look-back tools, chats as resources, and the prompt
 * `look-back`. One for each connection, over HTTP one for each request: a shared one would mix up clients' answers.
 */
export function mcpServer(served: Served): Server {
  const server = new Server(
    { name: 'chatvault', version: served.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: lookBackWords },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered(served).map(described) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    call(served, params.name, params.arguments ?? {}),
  );
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => listChats(served, params?.cursor));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    asProtocol(() => readChatResource(served, params.uri)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [lookBackPrompt] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== lookBackPrompt.name) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `there is no prompt ${params.name}; ask for ${lookBackPrompt.name}`,
      );
    }
    const topic = params.arguments?.topic;
    const text =
      topic === undefined || topic === '' ? lookBackWords : `${lookBackWords}\n\nNow look back for: ${topic}`;
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  return server;
}

/** Tools that only read; with `write` also the one that writes the note. */
function offered({ write }: Served): readonly ToolSchema[] {
  return toolSchemas.filter(({ name }) => write || name !== 'update_note');
}

function described({ name, description, parameters }: ToolSchema) {
  const readOnlyHint = name !== 'update_note';
  return {
    name,
    description,
    inputSchema: parameters as { type: 'object' },
    annotations: {
      readOnlyHint,
      destructiveHint: !readOnlyHint,
      idempotentHint: readOnlyHint,
      openWorldHint: false,
    },
  };
}

async function call(served: Served, name: string, args: unknown): Promise<CallToolResult> {
  const known = offered(served).find((tool) => tool.name === name);
  if (known === undefined) {
    const names = offered(served).map((tool) => tool.name);
    const why =
      name === 'update_note'
        ? 'the vault was opened for reading; start mcp with --write'
        : `there are: ${names.join(', ')}`;
    throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name.slice(0, 80)} (${why})`);
  }
  const { vault, index, session, write } = served;
  const answer = await asProtocol(() =>
    callTool(vault, known.name as ToolName, args, {
      write,
      index,
      ...(session === undefined ? {} : { session }),
    }),
  );
  return { content: [{ type: 'text', text: answer.text }], ...(answer.found ? {} : { isError: true }) };
}

/** The place where our errors become the protocol's. */
async function asProtocol<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const told = error instanceof ChatvaultError ? error : diskTrouble(error);
    if (told === undefined) throw error;
    const isWrongUse = told.code === 'usage' || told.code === 'not-found';
    throw new McpError(
      isWrongUse ? ErrorCode.InvalidParams : ErrorCode.InternalError,
      `${told.message}. ${told.remedy}`,
    );
  }
}
