import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DebianProgram } from '../debian/find-debian-program.ts';
import { freePort } from '../process/free-port.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { type Identity, privileged, serverIdentity } from '../process/privileges.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

export interface PgBouncerOptions {
  /** The program, from `findPgBouncer`. */
  readonly program: DebianProgram;
  /** URL of the superuser of the Postgres behind it. */
  readonly adminUrl: string;
  /** Connections to Postgres, for each database and role. */
  readonly serverConnections: number;
  readonly callerHandlesSignals?: boolean | undefined;
}

/** A PgBouncer of ours in transaction mode: it gives a client a connection for the time of a transaction. */
export interface PgBouncerServer extends LocalServer {
  /** Returns the URL of a database of its Postgres, through it. */
  readonly urlOf: (databaseUrl: string) => string;
  /** Has it connect to Postgres anew, each connection once it is free; what its console calls RECONNECT. */
  readonly reconnect: () => Promise<void>;
}

const startTimeoutMs = 20_000;
const stopTimeoutMs = 10_000;
const clientsMax = 500;

/**
 * Starts PgBouncer in transaction mode on the loopback interface, before a Postgres. Roles are looked up there.
 * @throws ServerError with one line
 */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncerServer> {
  const { program, adminUrl } = options;
  const folder = await temporaryFolder();
  const port = await freePort();
  const { username } = new URL(adminUrl);
  const consoleUrl = through(adminUrl, port, 'pgbouncer');
  // It refuses to run as root.
  const identity = serverIdentity(join(folder, 'data'));
  const config = join(folder, 'pgbouncer.ini');
  const usersFile = join(folder, 'users.txt');
  const password = decodeURIComponent(new URL(adminUrl).password).replaceAll('"', '""');
  await writeFor(identity, usersFile, `"${username}" "${password}"\n`);
  await writeFor(identity, config, configOf(options, { port, usersFile }));
  if (identity) await chown(folder, identity.uid, identity.gid);
  const server = localServer({
    name: 'PgBouncer',
    commandLine: privileged(program.command, [config], { identity, folder, deathSignal: 'INT' }),
    env: program.env,
    logFile: join(folder, 'pgbouncer.log'),
    temporaryData: folder,
    ready: () => command(consoleUrl, 'show version'),
    // Its orderly end waits for clients; SIGTERM ends it at once.
    stopSignal: 'SIGTERM',
    startTimeoutMs,
    stopTimeoutMs,
    callerHandlesSignals: options.callerHandlesSignals,
  });
  await server.start();
  return {
    ...server,
    urlOf: (databaseUrl) => through(databaseUrl, port),
    reconnect: () => command(consoleUrl, 'reconnect'),
  };
}

function through(databaseUrl: string, port: number, database?: string): string {
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}

function configOf(
  { adminUrl, serverConnections }: PgBouncerOptions,
  { port, usersFile }: { readonly port: number; readonly usersFile: string },
): string {
  const postgres = new URL(adminUrl);
  return `[databases]
* = host=${postgres.hostname} port=${postgres.port || '5432'}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = ${clientsMax}
auth_type = scram-sha-256
auth_file = ${usersFile}
auth_user = ${postgres.username}
admin_users = ${postgres.username}
`;
}

async function writeFor(identity: Identity | undefined, file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  if (identity) await chown(file, identity.uid, identity.gid);
}

async function command(consoleUrl: string, text: string): Promise<void> {
  const client = new Client({ connectionString: consoleUrl, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}
