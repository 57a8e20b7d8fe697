import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { privileged } from '../process/privileges.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

export interface NatsOptions {
  /** The program, from `findNatsServer`. */
  readonly binary: string;
  /** Where JetStream keeps its streams; left out, they are temporary and removed by `dispose`. */
  readonly storeDir?: string | undefined;
  /** A free one when left out. */
  readonly port?: number | undefined;
  /** Joins it to a cluster; left out, it is alone. */
  readonly cluster?: ClusterNode | undefined;
  /** More of its configuration, such as users and TLS; without users everybody may do everything. */
  readonly config?: string | undefined;
  /** Appended to; beside the store when left out. */
  readonly logFile?: string | undefined;
  readonly callerHandlesSignals?: boolean | undefined;
  readonly onUnexpectedExit?: ((how: string) => void) | undefined;
}

/** One node of a cluster. */
export interface ClusterNode {
  readonly serverName: string;
  readonly routePort: number;
  /** The route ports of all nodes. */
  readonly routePorts: readonly number[];
}

/** A nats-server process of ours. Stopped or killed and started again, it keeps its address and its streams. */
export interface NatsServer extends LocalServer {
  readonly url: string;
  /** Removes all streams; only while it is stopped or killed. */
  readonly wipe: () => Promise<void>;
}

const startTimeoutMs = 20_000;
const stopTimeoutMs = 10_000;
const startAttemptsMax = 3;
const bannerTimeoutMs = 1_000;

/**
 * Starts a nats-server with JetStream on the loopback interface. One takes about 15 MB and is there in 30 ms, so a test
 * file can have its own.
 * @throws ServerError with one line: port taken, no permission, disk full
 */
export async function startNats(options: NatsOptions): Promise<NatsServer> {
  const root = options.storeDir ?? (await temporaryFolder());
  await mkdir(root, { recursive: true });
  const config = configOf(options);
  if (config) await writeConfig(root, config);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const server = build(options, root, port);
    try {
      await server.start();
    } catch (error) {
      // Somebody may have taken the free port in between.
      if (options.port === undefined && attempt < startAttemptsMax) continue;
      throw error;
    }
    const wipe = () => rm(join(root, 'jetstream'), { recursive: true, force: true });
    return { ...server, url: `nats://127.0.0.1:${port}`, wipe };
  }
}

/** The least time over which a server of a cluster lets its clients go, for SIGUSR2; there is no flag for it. */
const lameDuckConfig = 'lame_duck_duration: "30s"\nlame_duck_grace_period: "1s"\n';

const configOf = ({ config = '', cluster }: NatsOptions): string =>
  cluster ? `${lameDuckConfig}${config}` : config;

const configFileIn = (root: string) => join(root, 'server.conf');

/** The configuration has passwords, and is read again when the server is started again. */
async function writeConfig(root: string, config: string): Promise<void> {
  // A file that is there keeps its mode.
  await rm(configFileIn(root), { force: true });
  await writeFile(configFileIn(root), config, { mode: 0o600 });
}

function build(options: NatsOptions, root: string, port: number): LocalServer {
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', root, ...clusterArgs(options.cluster)];
  if (configOf(options)) args.push('-c', configFileIn(root));
  return localServer({
    name: 'nats-server',
    commandLine: privileged(options.binary, args, { deathSignal: 'TERM' }),
    logFile: options.logFile ?? join(root, 'nats-server.log'),
    temporaryData: options.storeDir ? undefined : root,
    ready: () => banner(port),
    stopSignal: 'SIGTERM',
    startTimeoutMs,
    stopTimeoutMs,
    callerHandlesSignals: options.callerHandlesSignals,
    onUnexpectedExit: options.onUnexpectedExit,
  });
}

function clusterArgs(node: ClusterNode | undefined): readonly string[] {
  if (!node) return [];
  const url = (port: number) => `nats://127.0.0.1:${port}`;
  const routes = node.routePorts.map(url).join(',');
  const cluster = ['-cluster', url(node.routePort), '-cluster_name', 'redline', '-routes', routes];
  return ['-n', node.serverName, ...cluster];
}

/** A NATS server greets every connection with a line of INFO; it names JetStream once that is ready. */
function banner(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setTimeout(bannerTimeoutMs, () => socket.destroy(new Error('no greeting')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
    socket.once('data', (data) => {
      socket.destroy();
      if (/"jetstream":true/.test(data.toString())) resolve();
      else reject(new Error('JetStream is not ready'));
    });
  });
}
