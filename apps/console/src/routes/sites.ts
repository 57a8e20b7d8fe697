import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayClient } from '../clients/gateway.ts';
import { passedTo } from '../domain/site-routes.ts';
import { RequestError } from './failure.ts';
import { member, type SessionDeps } from './session.ts';

const prefix = '/api/sites/';
/** Headers of a request that the API reads, and of an answer that a page may. */
const asked = ['idempotency-key', 'prefer'] as const;
const answered = [
  ...['content-type', 'retry-after', 'preference-applied', 'idempotent-replayed'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
];

/** Adds the routes of the sites: passed on to the API, for the account of the organisation that the session is in. */
export function registerSites(
  app: FastifyInstance,
  deps: SessionDeps & { readonly gateway: GatewayClient },
): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: `${prefix}*`,
    handler: (request, reply) => passOn(deps, request, reply),
  });
}

async function passOn(
  deps: SessionDeps & { readonly gateway: GatewayClient },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '', query] = splitOnce(request.url.slice(prefix.length), '?');
  const [siteId = '', rest = ''] = splitOnce(path, '/');
  const route = passedTo(request.method, siteId, rest);
  if (!route) throw new RequestError({ code: 'not_found', message: 'there is nothing at this path' });
  const { userId, organization } = await member(deps, request, reply, route.role);
  const { accountId, role } = organization;
  const { statusCode, headers, body } = await deps.gateway.send({
    method: route.method,
    path: query === undefined ? route.path : `${route.path}?${query}`,
    body: request.method === 'POST' ? JSON.stringify(request.body ?? {}) : undefined,
    headers: headersOf(request),
    requestId: request.id,
    claims: { accountId, siteId: route.siteId, tenantId: '', role, userId },
  });
  for (const name of answered) {
    const value = headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  // Whoever signs in here has nothing to do with this: the page would send its people to the sign-in for ever.
  if (statusCode === 401) {
    await body.dump();
    request.log.error({ requestId: request.id }, 'the gateway takes no delegation of this console');
    throw new RequestError({
      code: 'internal',
      message: 'something failed on our side; it is safe to retry',
    });
  }
  return reply.status(statusCode).send(body);
}

function headersOf(request: FastifyRequest): Record<string, string> {
  const given = asked.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
