import { inject } from 'vitest';
import { type NatsServer, startNats } from './nats/start-nats.ts';
import { findPgBouncer } from './postgres/find-pgbouncer.ts';
import { type PgBouncerServer, startPgBouncer } from './postgres/start-pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresAdminUrl: string;
    readonly natsServerBinary: string;
    readonly mediaProgramsMissing: readonly string[];
  }
}

/** The servers that the global setup found or started for this run: a Postgres to create databases on, and a NATS program. */
export function testServers(): { readonly postgresAdminUrl: string; readonly natsServerBinary: string } {
  return { postgresAdminUrl: inject('postgresAdminUrl'), natsServerBinary: inject('natsServerBinary') };
}

/** Starts a NATS server of one test file alone. */
export const startTestNats = (): Promise<NatsServer> => startNats({ binary: testServers().natsServerBinary });

/** Starts a PgBouncer of one test file before the Postgres of this run, with few connections, so that clients share them. */
export const startTestPgBouncer = async (serverConnections = 5): Promise<PgBouncerServer> =>
  startPgBouncer({
    program: await findPgBouncer(),
    adminUrl: testServers().postgresAdminUrl,
    serverConnections,
  });

/**
 * Whether programs for images and videos are missing, for `describe.skipIf`. On CI nothing is skipped: there it throws.
 * The global setup has said which they are.
 */
export function mediaProgramsMissing(): boolean {
  const missing = inject('mediaProgramsMissing');
  if (missing.length > 0 && process.env['CI'])
    throw new Error(`this test needs ${missing.join(', ')}, and on CI no test is skipped`);
  return missing.length > 0;
}
