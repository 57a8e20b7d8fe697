import type { Check } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';

/** The route is public, so its checks run at most once in this time. */
const rememberedMs = 1_000;
const patienceMs = 2_000;

/**
 * Adds `/healthz` (the process is up) and `/readyz` (its dependencies are) to the public port. The names of failed checks
 * are public, their reasons are on the ops port only.
 */
export function registerHealth(app: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  let latest: { readonly atMs: number; readonly failed: Promise<readonly string[]> } | undefined;
  app.get('/healthz', { config: { open: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { open: true } }, async (_request, reply) => {
    if (!latest || Date.now() - latest.atMs > rememberedMs) {
      latest = { atMs: Date.now(), failed: failedChecks(checks) };
    }
    const failed = await latest.failed;
    if (failed.length === 0) return { status: 'ok' };
    return reply.status(503).send({ status: 'unavailable', failed });
  });
}

async function failedChecks(checks: Readonly<Record<string, Check>>): Promise<readonly string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
  );
  return results.flat();
}

function passes(check: Check): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      resolve(passed);
    };
    check().then(
      () => end(true),
      () => end(false),
    );
  });
}
