import { join } from 'node:path';
import {
  findNats,
  findNatsServer,
  type LocalServer,
  type Log,
  natsServerVersion,
  startNats,
  startPostgres,
} from '@redline/testkit/servers';
import { keepRunning } from './keep-running.ts';
import { describeNatsVersion } from './nats-version.ts';
import type { Paths } from './paths.ts';

/** A server that the services use. */
export interface StackServer {
  readonly url: string;
  /** Undefined if it is not a process of this stack. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  readonly paths: Paths;
  readonly say: Log;
  /** Called when a server was restarted. */
  readonly onRestart: () => void;
}

const foreign = (url: string): StackServer => ({ url, pid: () => undefined, stop: async () => undefined });

/**
 * Returns the Postgres of `DATABASE_URL`, or starts one over `.redline/postgres`; the URL may create databases.
 * @param settings more settings of a server that is started
 */
export async function openPostgres(
  url: string | null,
  options: ServerOptions,
  settings?: Readonly<Record<string, string>>,
): Promise<StackServer> {
  const { paths, say } = options;
  if (url) {
    say(`Postgres: DATABASE_URL, at ${new URL(url).host}`);
    return foreign(url);
  }
  const keeper = keepRunning('postgres', options);
  const server = await startPostgres({
    dataDir: paths.postgres,
    logFile: join(paths.logs, 'postgres.log'),
    settings,
    callerHandlesSignals: true,
    onUnexpectedExit: keeper.ended,
  });
  say(`Postgres: ${new URL(server.adminUrl).host}, data in ${paths.postgres}`);
  return kept(server, server.adminUrl, keeper.watch(server));
}

/**
 * Returns the NATS server of `NATS_URL`, or starts one over `.redline/nats` or in a container.
 * @param config of a server that is started: its users
 */
export async function openNats(
  url: string | null,
  config: string,
  options: ServerOptions,
): Promise<StackServer> {
  const { paths, say } = options;
  if (url) {
    say(`NATS: NATS_URL, at ${new URL(url).host}; all services are the user that it names`);
    return foreign(url);
  }
  const binary = await findNatsServer(paths.tools, say).catch((error: unknown) => error);
  if (typeof binary !== 'string') return natsContainer(options, config, binary);
  const keeper = keepRunning('nats', options);
  const server = await startNats({
    binary,
    storeDir: paths.nats,
    config,
    logFile: join(paths.logs, 'nats.log'),
    callerHandlesSignals: true,
    onUnexpectedExit: keeper.ended,
  });
  const version = describeNatsVersion(await natsServerVersion(binary));
  say(`NATS: ${new URL(server.url).host} (${binary}), a user for each service, streams in ${paths.nats}`);
  say(`nats-server ${version}`);
  return kept(server, server.url, keeper.watch(server));
}

async function natsContainer(
  { paths, say }: ServerOptions,
  config: string,
  noProgram: unknown,
): Promise<StackServer> {
  const found = await findNats({ cacheDir: paths.tools, sources: ['container'], config }).catch(
    () => undefined,
  );
  if (!found) throw noProgram;
  say(`NATS: a container at ${new URL(found.url).host}; its streams go with it`);
  return { url: found.url, pid: () => undefined, stop: found.dispose };
}

function kept(server: LocalServer, url: string, forget: () => void): StackServer {
  return {
    url,
    pid: server.pid,
    async stop() {
      forget();
      await server.stop();
    },
  };
}
