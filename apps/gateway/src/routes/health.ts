import { type Check, type Health, readHealth } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';

/** The route is public, so its checks run at most once in this time. */
const rememberedMs = 1_000;

/**
 * Adds `/healthz` (the process is up) and `/readyz` (it takes requests, if not with all that it needs: 200 and `degraded`)
 * to the public port. The names of failed checks are public, their reasons are on the ops port only.
 */
export function registerHealth(app: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  let latest: { readonly atMs: number; readonly health: Promise<Health> } | undefined;
  app.get('/healthz', { config: { open: true, health: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { open: true, health: true } }, async (_request, reply) => {
    if (!latest || Date.now() - latest.atMs > rememberedMs) {
      latest = { atMs: Date.now(), health: readHealth(checks) };
    }
    const { status, failed } = await latest.health;
    if (status === 'ok') return { status };
    return reply.status(status === 'degraded' ? 200 : 503).send({ status, failed: Object.keys(failed) });
  });
}
