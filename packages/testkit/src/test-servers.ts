import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresAdminUrl: string;
    readonly natsServerBinary: string;
  }
}

/** What the global setup found or started for this run: a Postgres to create databases on, and a NATS program. */
export function testServers(): { readonly postgresAdminUrl: string; readonly natsServerBinary: string } {
  return { postgresAdminUrl: inject('postgresAdminUrl'), natsServerBinary: inject('natsServerBinary') };
}
