import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan } from './span.ts';

/** Probes and scrapes are not traced: they tell nothing and come every few seconds. */
const unseen = new Set(['/healthz', '/readyz', '/metrics']);

/** Creates a span for every request, named by its route. To be added before other hooks. */
export function traceRequests(app: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, ReturnType<typeof beginSpan>>();
  app.addHook('onRequest', (request, _, done) => {
    if (unseen.has(request.routeOptions.url ?? '')) return done();
    const { traceparent } = request.headers;
    const span = beginSpan(request.method, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'redline.request_id': request.id },
      parent: typeof traceparent === 'string' ? traceparent : undefined,
    });
    open.set(request, span);
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
