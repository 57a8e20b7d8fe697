import { createDatabase } from '../postgres/create-database.ts';
import { startTestNats, testServers } from '../test-servers.ts';
import { waitFor } from '../wait-for.ts';
import { freePort } from './free-port.ts';
import { type RunningMain, runMain } from './run-main.ts';

/** A service as the process it is, with servers of its own. */
export interface ServiceProcess {
  readonly natsUrl: string;
  /** Its readiness, while it runs. */
  readonly readyUrl: string;
  /** Runs it to its end, or until it is killed. */
  readonly run: (args?: readonly string[], changes?: Readonly<Record<string, string>>) => RunningMain;
  /** Runs it on a migrated database until it is ready. */
  readonly start: (options?: { readonly readyWithinMs?: number }) => Promise<RunningMain>;
  readonly migrate: () => Promise<{ readonly code: number | null }>;
  readonly readMetrics: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}

/**
 * Opens a database and a NATS server for the processes of one service.
 * @param main URL of its main module
 * @param options `env` beside DATABASE_URL, NATS_URL and OPS_PORT
 */
export async function openServiceProcess(
  main: URL,
  options: {
    readonly purpose: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<ServiceProcess> {
  const [database, nats, opsPort] = await Promise.all([
    createDatabase(testServers().postgresAdminUrl, options.purpose),
    startTestNats(),
    freePort(),
  ]);
  const ops = `http://127.0.0.1:${opsPort}`;
  const env = {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    OPS_PORT: String(opsPort),
    ...options.env,
  };
  const run: ServiceProcess['run'] = (args = [], changes = {}) => runMain(main, args, { ...env, ...changes });
  return {
    natsUrl: nats.url,
    readyUrl: `${ops}/readyz`,
    run,
    async start({ readyWithinMs = 30_000 } = {}) {
      const running = run();
      const isReady = async () => (await fetch(`${ops}/readyz`)).ok;
      await waitFor(isReady, { timeoutMs: readyWithinMs, what: 'readiness' });
      return running;
    },
    migrate: () => run(['migrate']).ended,
    readMetrics: async () => (await fetch(`${ops}/metrics`)).text(),
    async dispose() {
      await nats.dispose();
      await database.dispose();
    },
  };
}
