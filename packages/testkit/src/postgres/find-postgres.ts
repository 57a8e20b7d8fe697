import { randomBytes } from 'node:crypto';
import { runContainer } from '../containers/run-container.ts';
import type { Log } from '../log.ts';
import { ServerError } from '../server-error.ts';
import { describeKind, type FoundServer, firstOf, type Source, testSources } from '../source.ts';
import { type PostgresOptions, startPostgres } from './start-postgres.ts';

export interface FindPostgresOptions extends PostgresOptions {
  readonly sources?: readonly Source[];
  /** URL of a role that may create databases; `DATABASE_URL` when left out. */
  readonly environmentUrl?: string | undefined;
  readonly log?: Log;
}

/** A Postgres, wherever it is. */
export interface Postgres extends FoundServer {
  /** URL of a role that may create databases. */
  readonly adminUrl: string;
}

const image = 'postgres:18.4-bookworm';

/**
 * Finds or starts a Postgres: the environment's, a container, or the one that npm brought.
 * @returns its URL and how to end it
 * @throws ServerError with one line
 */
export async function findPostgres(options: FindPostgresOptions = {}): Promise<Postgres> {
  const { sources = testSources, environmentUrl = process.env.DATABASE_URL, log = () => undefined } = options;
  const found = await firstOf<Postgres>(sources, {
    environment: async () => (environmentUrl ? environmentPostgres(environmentUrl) : undefined),
    container: () => containerPostgres(),
    local: async () => localPostgres(options),
  });
  if (!found) throw new ServerError('no Postgres: set DATABASE_URL, or run a container engine');
  const { host } = new URL(found.adminUrl);
  log(`Postgres: ${describeKind(found.kind, 'DATABASE_URL')} at ${host}`);
  return found;
}

async function localPostgres(options: FindPostgresOptions): Promise<Postgres> {
  const { adminUrl, dispose } = await startPostgres(options);
  return { kind: 'local', adminUrl, dispose };
}

function environmentPostgres(adminUrl: string): Postgres {
  return { kind: 'environment', adminUrl, dispose: async () => undefined };
}

async function containerPostgres(): Promise<Postgres | undefined> {
  const password = randomBytes(18).toString('base64url');
  const container = await runContainer({
    image,
    port: 5432,
    env: { POSTGRES_PASSWORD: password },
    command: ['postgres', '-c', 'max_connections=300'],
    // The image's first start runs a server for its own setup before the real one.
    readyLog: { pattern: /database system is ready to accept connections/, times: 2 },
  });
  if (!container) return undefined;
  const adminUrl = `postgres://postgres:${password}@${container.host}:${container.port}/postgres`;
  return { kind: 'container', adminUrl, dispose: container.stop };
}
