import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan } from './span.ts';

/** Probes and scrapes are not traced: they tell nothing and come every few seconds. */
const unseen = new Set(['/healthz', '/readyz', '/metrics']);

/** The `traceparent` of the span of each request. */
const traceparents = new WeakMap<FastifyRequest, string>();

/** Returns the `traceparent` of a request's span; undefined when it has none. */
export const traceparentOfRequest = (request: FastifyRequest): string | undefined =>
  traceparents.get(request);

/**
 * Creates a span for every request, named by its route. To be added before other hooks.
 * @param isTrusted whether the `traceparent` of a request is its caller's to choose. Otherwise anybody could have every
 *   request sampled, or none, and hang spans below a trace of others
 */
export function traceRequests(app: FastifyInstance, isTrusted: boolean): void {
  const open = new WeakMap<FastifyRequest, ReturnType<typeof beginSpan>>();
  app.addHook('onRequest', (request, _, done) => {
    if (unseen.has(request.routeOptions.url ?? '')) return done();
    const { traceparent } = request.headers;
    const span = beginSpan(request.method, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'redline.request_id': request.id },
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      isTrusted,
    });
    open.set(request, span);
    if (span.traceparent) traceparents.set(request, span.traceparent);
    span.inside(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    open.get(request)?.end(`${request.method} ${route}`, {
      'http.route': route,
      'http.response.status_code': reply.statusCode,
    });
  });
}
