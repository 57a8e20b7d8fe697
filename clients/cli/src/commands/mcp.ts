import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import manifest from '../../package.json' with { type: 'json' };
import { placeOf } from '../domain/sites.ts';
import { engineBackend } from '../mcp/engine-backend.ts';
import { addResources } from '../mcp/resources.ts';
import { createRuleBooks } from '../mcp/rule-books.ts';
import { serverBackend } from '../mcp/server-backend.ts';
import { addTools } from '../mcp/tools.ts';
import { exitCodes } from './exit-codes.ts';
import { type ServerOptions, serverOf } from './judges.ts';
import type { Output } from './output.ts';
import type { PlaceArguments } from './place-options.ts';

/** The options of `mcp`: the place of calls that name none, and who answers. */
export interface McpArguments extends PlaceArguments, ServerOptions {}

/** Room for a text in which every character is an escape, several times over. */
const messageBytesMax = 1024 * 1024;

/**
 * Serves the Model Context Protocol on the standard input and output, until the input ends. Nothing else is written to the
 * output.
 * @returns the exit code
 * @throws InputError for arguments that cannot be used
 */
export async function serveMcp(
  { server, keyEnv, ...defaults }: McpArguments,
  { warn }: Pick<Output, 'warn'>,
): Promise<number> {
  placeOf(defaults);
  const named = serverOf({ ...(server !== undefined && { server }), ...(keyEnv && { keyEnv }) }, process.env);
  const backend = named === null ? engineBackend() : serverBackend(named);
  const books = createRuleBooks();
  const mcp = new McpServer(
    { name: 'redline', title: 'Redline', version: manifest.version },
    {
      instructions:
        'Checks marketing copy against advertising law. Name the site (market) and, if known, platform and vertical of what is published. Call check_text on a draft, fix_text or your own words on what it finds, and check_text again.',
    },
  );
  addTools(mcp, { backend, books, defaults });
  addResources(mcp, defaults, books);
  const { stdin, stdout } = process;
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: messageBytesMax });
  mcp.server.onerror = (error) => warn(error.message);
  const closed = new Promise<void>((resolve) => {
    mcp.server.onclose = resolve;
  });
  // Whoever started this server has gone; the transport does not look for that.
  stdin.once('end', () => void mcp.close());
  await mcp.connect(transport);
  await closed;
  return exitCodes.clean;
}
