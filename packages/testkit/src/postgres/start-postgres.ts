import { chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../process/free-port.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { type Identity, privileged, serverIdentity } from '../process/privileges.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { adminUser, initData } from './init-data.ts';

export interface PostgresOptions {
  /** Where the data stays; left out, it is temporary and removed by `dispose`. */
  readonly dataDir?: string | undefined;
  /** A free one when left out. */
  readonly port?: number | undefined;
  /** Appended to; beside the data when left out. */
  readonly logFile?: string | undefined;
  /** Off, commits are not forced to the disk: faster, but only for tests that do not kill the server. On by default. */
  readonly durable?: boolean | undefined;
  /** More settings of its configuration, such as `archive_mode`. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  readonly callerHandlesSignals?: boolean | undefined;
  readonly onUnexpectedExit?: ((how: string) => void) | undefined;
}

/** A PostgreSQL process of ours. Stopped or killed and started again, it keeps its address and its data. */
export interface PostgresServer extends LocalServer {
  /** Superuser's URL of the database `postgres`. */
  readonly adminUrl: string;
  readonly dataDir: string;
}

/** Past what all services and tests of one machine open together. */
export const connectionsMax = 300;
const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;
const startAttemptsMax = 3;

/**
 * Starts the PostgreSQL that npm brought, on the loopback interface, with a password.
 * @returns the running server
 * @throws ServerError with one line: no binary for the platform, disk full, no permission, port taken
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const binaries = postgresBinaries();
  const root = options.dataDir ? dirname(options.dataDir) : await temporaryFolder();
  const dataDir = options.dataDir ?? join(root, 'data');
  const identity = serverIdentity(dataDir);
  await mkdir(root, { recursive: true });
  if (!options.dataDir && identity) await chown(root, identity.uid, identity.gid);
  const durable = options.durable ?? true;
  const password = await initData(binaries, { dataDir, identity, durable });
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const logFile = options.logFile ?? join(root, 'postgres.log');
    const temporary = options.dataDir === undefined;
    const facts = { binaries, dataDir, temporary, identity, durable, password, port, logFile };
    const server = build({ ...options, ...facts });
    try {
      await server.start();
    } catch (error) {
      // Somebody may have taken the free port in between.
      if (options.port === undefined && attempt < startAttemptsMax) continue;
      throw error;
    }
    return server;
  }
}

interface BuildOptions extends PostgresOptions {
  readonly binaries: PostgresBinaries;
  readonly dataDir: string;
  readonly temporary: boolean;
  readonly identity: Identity | undefined;
  readonly durable: boolean;
  readonly password: string;
  readonly port: number;
  readonly logFile: string;
}

function build(options: BuildOptions): PostgresServer {
  const { binaries, dataDir, identity, durable, password, port, logFile } = options;
  const adminUrl = `postgres://${adminUser}:${password}@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(connectionsMax),
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' }),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', dataDir, '-p', String(port), ...flags];
  const server = localServer({
    name: 'Postgres',
    commandLine: privileged(binaries.postgres, args, { identity, folder: dataDir, deathSignal: 'INT' }),
    logFile,
    temporaryData: options.temporary ? dirname(dataDir) : undefined,
    ready: () => ping(adminUrl),
    stopSignal: 'SIGINT',
    startTimeoutMs,
    stopTimeoutMs,
    callerHandlesSignals: options.callerHandlesSignals,
    onUnexpectedExit: options.onUnexpectedExit,
  });
  return { ...server, adminUrl, dataDir };
}

/** Resolves when a query is answered; rejects with the reason. */
export async function ping(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}
