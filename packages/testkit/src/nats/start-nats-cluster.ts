import { freePort } from '../process/free-port.ts';
import { type NatsOptions, type NatsServer, startNats } from './start-nats.ts';

/** NATS servers of ours that are one bus. */
export interface NatsCluster {
  readonly nodes: readonly NatsServer[];
  /** The addresses of all nodes, with commas between. */
  readonly urls: string;
  readonly dispose: () => Promise<void>;
}

export interface ClusterOptions extends Pick<NatsOptions, 'binary' | 'config' | 'callerHandlesSignals'> {
  /** Returns the log file of a node, counted from one; beside its store when left out. */
  readonly logFile?: (node: number) => string;
}

const sizeOfCluster = 3;

/**
 * Starts a cluster of three nodes on the loopback interface. Streams of three replicas can be made a few seconds later,
 * when the nodes have chosen a leader.
 * @throws ServerError with one line
 */
export async function startNatsCluster({ logFile, ...options }: ClusterOptions): Promise<NatsCluster> {
  const routePorts = await Promise.all(Array.from({ length: sizeOfCluster }, () => freePort()));
  const nodes = await Promise.all(
    routePorts.map((routePort, index) =>
      startNats({
        ...options,
        ...(logFile ? { logFile: logFile(index + 1) } : {}),
        cluster: { serverName: `node-${index + 1}`, routePort, routePorts },
      }),
    ),
  );
  return {
    nodes,
    urls: nodes.map(({ url }) => url).join(','),
    async dispose() {
      await Promise.all(nodes.map((node) => node.dispose()));
    },
  };
}
