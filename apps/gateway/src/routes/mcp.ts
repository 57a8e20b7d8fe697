import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { type Site, sites } from '@redline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mcpPrefix } from '../domain/rate-class.ts';
import { addTools, type CallTwin } from './mcp-tools.ts';

/** Bytes of one message, at most: a text of 5,000 characters, each of them escaped, and as much again for the rest. */
const bodyBytesMax = 64 * 1024;
const serverInfo = { name: 'redline', title: 'Redline', version: '1' };
/** Validator of what clients answer, which is nothing here; the SDK would make one for each server. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * Serves the Model Context Protocol over streamable HTTP at `/mcp/<site>`, without sessions: each message is a request with
 * an API key, and each call of a tool becomes a request to the route that does the same, from admission to answer.
 */
export function registerMcp(app: FastifyInstance): void {
  for (const site of sites) {
    app.post(
      `${mcpPrefix}${site.id}`,
      { bodyLimit: bodyBytesMax, config: { siteId: site.id } },
      async (request, reply) => {
        const fault = faultOf(request);
        if (fault) return reply.status(fault.status).send(rpcError(fault.message));
        return answer(app, site, request, reply);
      },
    );
  }
}

/**
 * Returns why a message is not looked at. Browsers send `Origin`: a page must not reach the server of an internal network
 * by a name that it has bound to its address, and keys have no place in pages.
 */
function faultOf({ headers, body }: FastifyRequest): { status: number; message: string } | undefined {
  if (headers.origin !== undefined)
    return { status: 403, message: 'no origin is allowed to call from a browser' };
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return undefined;
  return { status: 400, message: 'the body must be one message, as a JSON object' };
}

const rpcError = (message: string) => ({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });

async function answer(
  app: FastifyInstance,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const server = new McpServer(serverInfo, { jsonSchemaValidator });
  addTools(server, site, twinsOf(app, site, request));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(
      new Request(`http://gateway${request.url}`, { method: 'POST', headers: headersOf(request) }),
      { parsedBody: request.body },
    );
    const type = response.headers.get('content-type');
    if (type !== null) reply.header('content-type', type);
    return await reply.status(response.status).send(await response.text());
  } finally {
    await server.close();
  }
}

/** The headers that the transport reads. */
const headersOf = ({ headers }: FastifyRequest): [string, string][] =>
  ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });

function twinsOf(app: FastifyInstance, site: Site, request: FastifyRequest): CallTwin {
  return async ({ path, body, idempotencyKey }) => {
    // The place among the requests that are worked on is that of the route from here on.
    request.giveBackPlace?.();
    const { authorization, 'x-end-tenant': tenant } = request.headers;
    const response = await app.inject({
      method: 'POST',
      url: `${site.prefix}${path}`,
      remoteAddress: request.ip,
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...(tenant === undefined ? {} : { 'x-end-tenant': tenant }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      payload: JSON.stringify(body),
    });
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
      body: response.json(),
    };
  };
}
