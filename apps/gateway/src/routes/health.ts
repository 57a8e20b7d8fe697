import type { Check } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';

/** Anybody may ask, so the parts are asked once in this time, whoever asks how often. */
const rememberedMs = 1_000;
const patienceMs = 2_000;

/**
 * `/healthz` (the process answers) and `/readyz` (its parts do) on the public port. Which part is away is said, why is
 * not: that is on the ops port.
 */
export function registerHealth(app: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  let asked: { readonly atMs: number; readonly failed: Promise<readonly string[]> } | undefined;
  app.get('/healthz', { config: { open: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { open: true } }, async (_request, reply) => {
    if (!asked || Date.now() - asked.atMs > rememberedMs) {
      asked = { atMs: Date.now(), failed: failedChecks(checks) };
    }
    const failed = await asked.failed;
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
