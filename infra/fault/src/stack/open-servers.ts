import { join } from 'node:path';
import {
  findNatsServer,
  type LocalServer,
  startNats,
  startNatsCluster,
  startPostgres,
  startStandby,
  toolsDir,
} from '@redline/testkit/servers';
import type { LoadBalancer } from './load-balancer.ts';
import type { Target } from './target.ts';

/** Postgres and NATS of a stack. */
export interface Servers {
  readonly natsUrl: string;
  /** The URL by which services reach Postgres; through the load balancer in a cluster. */
  readonly postgresUrl: string;
  /** Servers that hold each stream. */
  readonly streamReplicas: number;
  readonly servers: ReadonlyMap<Target, LocalServer>;
  /** Ends the primary for good and makes the standby take its place. */
  readonly promote?: () => Promise<void>;
  /** Kills all NATS servers, removes what they hold, waits for `pause` and starts them again. */
  readonly wipe: (pause: () => Promise<void>) => Promise<void>;
}

export interface ServerOptions {
  /** The folder of all logs. */
  readonly folder: string;
  /** The users of the bus, as configuration of a NATS server. */
  readonly natsConfig: string;
  readonly onDispose: (step: () => Promise<unknown>) => void;
}

const callerHandlesSignals = true;

/** Starts one Postgres, which flushes its commits to disk since it is killed too, and one NATS server. */
export async function openSingleServers({
  folder,
  natsConfig: config,
  onDispose,
}: ServerOptions): Promise<Servers> {
  const postgres = await startPostgres({ logFile: join(folder, 'postgres.log'), callerHandlesSignals });
  onDispose(postgres.dispose);
  const binary = await findNatsServer(toolsDir);
  const nats = await startNats({ binary, config, logFile: join(folder, 'nats.log'), callerHandlesSignals });
  onDispose(() => endPaused(nats));
  return {
    natsUrl: nats.url,
    postgresUrl: postgres.adminUrl,
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
    postgresUrl: through.href,
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
