import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findNatsServer,
  type LocalServer,
  type PostgresServer,
  serverIdentity,
  startNats,
  startNatsCluster,
  startPostgres,
  startStandby,
  temporaryFolder,
  toolsDir,
} from '@redline/testkit/servers';
import type { LoadBalancer } from './load-balancer.ts';
import { type ServiceName, serviceNames } from './run-service.ts';
import type { Target } from './target.ts';

/** Postgres and NATS of a stack. */
export interface Servers {
  readonly natsUrl: string;
  /** Returns the URL by which a service reaches Postgres; through the load balancer in a cluster. */
  readonly postgresUrlOf: (service: ServiceName) => string;
  /** Returns the Postgres of a service; in a cluster there is none to be had. */
  readonly postgresOf?: (service: ServiceName) => BackedUpPostgres;
  /** Servers that hold each stream. */
  readonly streamReplicas: number;
  readonly servers: ReadonlyMap<Target, LocalServer>;
  /** Ends the primary for good and makes the standby take its place. */
  readonly promote?: () => Promise<void>;
  /** Kills all NATS servers, removes what they hold, waits for `pause` and starts them again. */
  readonly wipe: (pause: () => Promise<void>) => Promise<void>;
}

/** A Postgres with a folder for its backups, which Postgres may write. */
export interface BackedUpPostgres extends PostgresServer {
  readonly backupDir: string;
}

/** How Postgres is set up where there is no cluster. */
export interface PostgresPlan {
  /** True for one Postgres for each service. */
  readonly oneEach: boolean;
  readonly settingsOf: (backupDir: string) => Readonly<Record<string, string>>;
}

export interface ServerOptions {
  /** The folder of all logs. */
  readonly folder: string;
  /** The users of the bus, as configuration of a NATS server. */
  readonly natsConfig: string;
  readonly postgres?: PostgresPlan | undefined;
  readonly onDispose: (step: () => Promise<unknown>) => unknown;
}

const callerHandlesSignals = true;

/** Starts one Postgres, which flushes its commits to disk since it is killed too, and one NATS server. */
export async function openSingleServers({
  folder,
  natsConfig: config,
  postgres: plan = { oneEach: false, settingsOf: () => ({}) },
  onDispose,
}: ServerOptions): Promise<Servers> {
  const open = (name: string) => startBackedUp(plan, join(folder, `${name}.log`), onDispose);
  const postgres = await open('postgres');
  const others = new Map<ServiceName, BackedUpPostgres>();
  if (plan.oneEach) {
    for (const service of serviceNames.slice(1)) others.set(service, await open(`postgres-${service}`));
  }
  const postgresOf = (service: ServiceName) => others.get(service) ?? postgres;
  const binary = await findNatsServer(toolsDir);
  const nats = await startNats({ binary, config, logFile: join(folder, 'nats.log'), callerHandlesSignals });
  onDispose(() => endPaused(nats));
  return {
    natsUrl: nats.url,
    postgresUrlOf: (service) => postgresOf(service).adminUrl,
    postgresOf,
    streamReplicas: 1,
    servers: new Map<Target, LocalServer>([
      ['nats', nats],
      ['postgres', postgres],
    ]),
    wipe: (pause) => wipeAll([nats], pause),
  };
}

/**
 * Starts a Postgres with a standby that has each commit, and a NATS cluster of three.
 * @param balancer is told where Postgres is
 */
export async function openClusterServers(
  { folder, natsConfig: config, onDispose }: ServerOptions,
  balancer: LoadBalancer,
): Promise<Servers> {
  const logFile = (name: string) => join(folder, `${name}.log`);
  const primary = await startPostgres({ logFile: logFile('postgres'), callerHandlesSignals });
  onDispose(primary.dispose);
  const standby = await startStandby(primary, { logFile: logFile('standby'), callerHandlesSignals });
  onDispose(standby.dispose);
  const portOf = (url: string) => Number(new URL(url).port);
  await balancer.usePostgres(portOf(primary.adminUrl));
  const binary = await findNatsServer(toolsDir);
  const cluster = await startNatsCluster({
    binary,
    config,
    callerHandlesSignals,
    logFile: (node) => logFile(`nats-${node}`),
  });
  onDispose(async () => {
    for (const node of cluster.nodes) node.signal('SIGCONT');
    await cluster.dispose();
  });
  const through = new URL(primary.adminUrl);
  through.port = String(balancer.postgresPort);
  return {
    natsUrl: cluster.urls,
    postgresUrlOf: () => through.href,
    streamReplicas: cluster.nodes.length,
    servers: new Map<Target, LocalServer>(
      cluster.nodes.map((node, index) => [`nats-${index + 1}` as const, node]),
    ),
    async promote() {
      await primary.kill();
      await standby.promote();
      await balancer.usePostgres(portOf(standby.adminUrl));
    },
    wipe: (pause) => wipeAll(cluster.nodes, pause),
  };
}

async function startBackedUp(
  { settingsOf }: PostgresPlan,
  logFile: string,
  onDispose: ServerOptions['onDispose'],
): Promise<BackedUpPostgres> {
  const root = await temporaryFolder();
  onDispose(() => rm(root, { recursive: true, force: true }));
  const [dataDir, backupDir] = [join(root, 'data'), join(root, 'backup')];
  const identity = serverIdentity(dataDir);
  await mkdir(join(backupDir, 'base'), { recursive: true });
  for (const path of [root, backupDir]) if (identity) await chown(path, identity.uid, identity.gid);
  const settings = settingsOf(backupDir);
  const server = await startPostgres({ dataDir, logFile, settings, callerHandlesSignals });
  onDispose(server.dispose);
  return { ...server, backupDir };
}

async function wipeAll(
  nodes: readonly (LocalServer & { readonly wipe: () => Promise<void> })[],
  pause: () => Promise<void>,
): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
  await Promise.all(nodes.map((node) => node.wipe()));
  await pause();
  await Promise.all(nodes.map((node) => node.start()));
}

async function endPaused(server: LocalServer): Promise<void> {
  server.signal('SIGCONT');
  await server.dispose();
}
