import type { FastifyInstance, FastifyRequest } from 'fastify';

const replays = new WeakSet<FastifyRequest>();

/** Notes that a request is answered by what an earlier one with its `Idempotency-Key` has done. */
export const noteReplay = (request: FastifyRequest): unknown => replays.add(request);

/** Adds the header of replays, by which a client tells an answer that it was given before from a new one. */
export function registerReplayHeader(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (replays.has(request)) reply.header('idempotent-replayed', 'true');
  });
}
