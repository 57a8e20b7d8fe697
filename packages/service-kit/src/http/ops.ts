import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';

/** Resolves when the part is well; rejects with the reason when it is not. */
export type Check = () => Promise<void>;

export interface OpsOptions {
  /** What the service cannot work without, by name. */
  readonly checks: Readonly<Record<string, Check>>;
  readonly metrics: Metrics;
}

const checkTimeoutMs = 2_000;

/** `/healthz` (the process answers), `/readyz` (its parts do: 200, or 503 and which do not), `/metrics` (Prometheus). */
export function registerOps(app: FastifyInstance, options: OpsOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const failed = await failedChecks(options.checks);
    const ready = Object.keys(failed).length === 0;
    return reply.status(ready ? 200 : 503).send(ready ? { status: 'ok' } : { status: 'unavailable', failed });
  });
  app.get('/metrics', async (_request, reply) => {
    const { registry } = options.metrics;
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}

export interface OpsServer {
  /** Gives the port, which is a free one when 0 was asked for. */
  readonly listen: () => Promise<{ readonly port: number }>;
  readonly close: () => Promise<void>;
}

/** A server with these three routes alone, for services without a public port. */
export function createOpsServer(
  options: OpsOptions & { readonly host: string; readonly port: number; readonly log: Logger },
): OpsServer {
  const app: FastifyInstance = fastify({ logger: false, forceCloseConnections: true });
  registerOps(app, options);
  return {
    async listen() {
      await app.listen({ host: options.host, port: options.port });
      const address = app.server.address();
      const port = typeof address === 'object' && address ? address.port : options.port;
      options.log.info({ host: options.host, port }, 'health and metrics are served');
      return { port };
    },
    async close() {
      await app.close();
    },
  };
}

/** All checks side by side; the failed ones by name with their reason. */
async function failedChecks(checks: Readonly<Record<string, Check>>): Promise<Record<string, string>> {
  const failed: Record<string, string> = {};
  const one = async ([name, check]: [string, Check]) => {
    const late = sleep(checkTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${checkTimeoutMs} ms`);
    });
    await Promise.race([check(), late]).catch((error: unknown) => {
      failed[name] = error instanceof Error ? error.message : String(error);
    });
  };
  await Promise.all(Object.entries(checks).map(one));
  return failed;
}
