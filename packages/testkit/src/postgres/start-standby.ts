import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../process/free-port.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { privileged, serverIdentity } from '../process/privileges.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { waitFor } from '../wait-for.ts';
import { postgresBinaries } from './binaries.ts';
import { copyPostgresData } from './copy-postgres-data.ts';
import { connectionsMax, type PostgresServer, ping } from './start-postgres.ts';

/** A second Postgres that has all commits of a first one, since that waits for it with each. */
export interface PostgresStandby extends LocalServer {
  /** Superuser's URL, readable only until it is promoted. */
  readonly adminUrl: string;
  /** Makes it take writes; resolves when it does. Whoever calls it has made sure that the first one takes none. */
  readonly promote: () => Promise<void>;
}

export interface StandbyOptions {
  readonly logFile: string;
  readonly callerHandlesSignals?: boolean;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;
const promoteSeconds = 20;

/**
 * Starts a standby with a copy of a running server's data, and has that server wait for it with each commit from then on
 * (PostgreSQL manual, "Streaming Replication").
 * @throws the error of the copy, or ServerError with one line
 */
export async function startStandby(
  primary: PostgresServer,
  options: StandbyOptions,
): Promise<PostgresStandby> {
  const root = await temporaryFolder();
  const dataDir = join(root, 'data');
  const identity = serverIdentity(primary.dataDir);
  if (identity) await chown(root, identity.uid, identity.gid);
  await copyPostgresData(primary, dataDir);
  await writeFile(join(dataDir, 'standby.signal'), '', { mode: 0o600 });
  if (identity) await chown(join(dataDir, 'standby.signal'), identity.uid, identity.gid);
  const port = await freePort();
  const { username, password, hostname, port: primaryPort } = new URL(primary.adminUrl);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(connectionsMax),
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', dataDir, '-p', String(port), ...flags];
  const adminUrl = `postgres://${username}:${password}@127.0.0.1:${port}/postgres`;
  const server = localServer({
    name: 'Postgres standby',
    commandLine: privileged(postgresBinaries().postgres, args, {
      identity,
      folder: dataDir,
      deathSignal: 'INT',
    }),
    ...options,
    temporaryData: root,
    ready: () => ping(adminUrl),
    stopSignal: 'SIGINT',
    startTimeoutMs,
    stopTimeoutMs,
  });
  await server.start();
  await waitForStandby(primary);
  return {
    ...server,
    adminUrl,
    async promote() {
      await ask(adminUrl, `select pg_promote(true, ${promoteSeconds})`);
    },
  };
}

async function waitForStandby(primary: PostgresServer): Promise<void> {
  const streams = async () =>
    (await ask(primary.adminUrl, `select 1 from pg_stat_replication where state = 'streaming'`)) > 0;
  await waitFor(streams, { timeoutMs: startTimeoutMs, what: 'the standby to follow' });
  await ask(primary.adminUrl, `alter system set synchronous_standby_names = '*'`);
  await ask(primary.adminUrl, 'select pg_reload_conf()');
}

/** Runs one statement and returns how many rows it gave. */
async function ask(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows.length;
  } finally {
    await client.end();
  }
}
