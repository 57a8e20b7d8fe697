import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from '../log/index.ts';
import { type Metrics, renderMetrics } from '../metrics/index.ts';

/** Resolves if a dependency is healthy; rejects with the reason. */
export interface Check {
  (): Promise<void>;
  /** Without the dependency the service still answers, if less than all: it is degraded, and ready. */
  readonly onlyDegrades?: boolean;
}

/** Marks a check of a dependency that the service can do without for a time. */
export const onlyDegrades = (check: () => Promise<void>): Check =>
  Object.assign(() => check(), { onlyDegrades: true });

export interface Health {
  readonly status: 'ok' | 'degraded' | 'unavailable';
  /** The reasons of failed checks, by name. */
  readonly failed: Readonly<Record<string, string>>;
}

export interface OpsOptions {
  /** Checks of the dependencies that the service needs, by name. */
  readonly checks: Readonly<Record<string, Check>>;
  readonly metrics: Metrics;
}

const checkTimeoutMs = 2_000;

/**
 * Adds `/healthz` (the process is up), `/readyz` (200, also where it is degraded, or 503; with the failed checks) and
 * `/metrics` (Prometheus, or OpenMetrics where that is asked for).
 */
export function registerOps(app: FastifyInstance, options: OpsOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { status, failed } = await readHealth(options.checks);
    return reply
      .status(status === 'unavailable' ? 503 : 200)
      .send(status === 'ok' ? { status } : { status, failed });
  });
  app.get('/metrics', async (request, reply) => {
    const { contentType, text } = await renderMetrics(options.metrics, request.headers.accept);
    return reply.header('content-type', contentType).send(text);
  });
}

export interface OpsServer {
  /** Resolves with the port, a free one if 0 was configured. */
  readonly listen: () => Promise<{ readonly port: number }>;
  readonly close: () => Promise<void>;
}

/** Creates a server with only these three routes, for services without a public port. */
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

/** Runs all checks concurrently, each for two seconds at most. */
export async function readHealth(checks: Readonly<Record<string, Check>>): Promise<Health> {
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
  const names = Object.keys(failed);
  if (names.length === 0) return { status: 'ok', failed };
  return { status: names.every((name) => checks[name]?.onlyDegrades) ? 'degraded' : 'unavailable', failed };
}
