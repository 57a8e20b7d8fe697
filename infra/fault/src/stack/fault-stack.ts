import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@redline/contracts';
import { type BusUserName, createBusAccess, testerName } from '@redline/contracts/bus-users';
import { type Bus, connectBus, keepStreams } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { createDatabase, type LocalServer, toolsDir } from '@redline/testkit/servers';
import { startLoadBalancer } from './load-balancer.ts';
import { openClusterServers, openSingleServers, type ServerOptions, type Servers } from './open-servers.ts';
import { planReplicas, type Replica } from './replicas.ts';
import { buildService, migrateService, type ServiceName, serviceNames } from './run-service.ts';
import { type Addresses, portSettingOf, settingsOf, type Timing } from './service-settings.ts';
import type { Target } from './target.ts';

/**
 * `single`: one process of everything. `cluster`: two of each service behind a load balancer, three NATS servers, and a Postgres with a
 * standby.
 */
export type Shape = 'single' | 'cluster';

/** Options of a stack that is not the plain one. */
export interface StackOptions extends Pick<ServerOptions, 'postgres'> {
  /** More settings of services. */
  readonly envOf?: Partial<Readonly<Record<ServiceName, Readonly<Record<string, string>>>>>;
  /** Processes of each service, where that is not as the shape says. */
  readonly replicasOf?: (service: ServiceName) => number;
  /** More configuration of the NATS servers. */
  readonly natsConfig?: string;
  /** The checkout that the services are run from; this one when left out. */
  readonly checkout?: string;
}

/** A complete stack, isolated from any other on this machine: own servers, temporary data, free ports. */
export interface FaultStack extends Pick<Servers, 'promote' | 'wipe' | 'postgresOf'> {
  readonly apiUrl: string;
  readonly bus: Bus;
  /** Returns the URL of the bus for one of its users. */
  readonly busUrlOf: (user: BusUserName) => string;
  /** Returns the URL of a process's `/readyz` and `/metrics`, without a path. */
  readonly opsUrlOf: (target: Target) => string;
  /**
   * Builds a process in the place of a stopped one, with more settings or from another checkout, as another release is; to be
   * started by the caller and ended by `dispose`.
   */
  readonly buildWith: (
    target: Target,
    env: Readonly<Record<string, string>>,
    checkout?: string,
  ) => LocalServer;
  /** Runs the migrations that a checkout has and the database of the service does not. */
  readonly migrate: (service: ServiceName, checkout?: string) => Promise<void>;
  /** The folder of uploaded files. */
  readonly blobDir: string;
  readonly servers: ReadonlyMap<Target, LocalServer>;
  readonly databaseUrls: Readonly<Record<ServiceName, string>>;
  /** The folder of all logs; `dispose` can keep it. */
  readonly folder: string;
  readonly dispose: (options?: { readonly keepLogs: boolean }) => Promise<void>;
}

type OnDispose = (step: () => Promise<unknown>) => unknown;

/** Compiled packs are kept for all runs of a checkout, as those of `npm start` are: compiling takes 6 s of a free core. */
const packsDirOf = (checkout: string | undefined) =>
  checkout === undefined ? join(toolsDir, '..', 'packs') : join(checkout, '.redline', 'packs');
const replicasOf: Readonly<Record<Shape, number>> = { single: 1, cluster: 2 };
/** Drain of a replica behind a load balancer, which asks for its readiness three times a second. */
const drainMs: Readonly<Record<Shape, number>> = { single: 0, cluster: 1_500 };

/**
 * Starts a stack.
 * @throws the first error, after stopping everything
 */
export async function startFaultStack(
  timing: Timing,
  shape: Shape = 'single',
  options: StackOptions = {},
): Promise<FaultStack> {
  const folder = await mkdtemp(join(tmpdir(), 'redline-fault-'));
  const undo: (() => Promise<unknown>)[] = [];
  const dispose = async ({ keepLogs } = { keepLogs: false }) => {
    for (const step of undo.reverse()) await step();
    if (!keepLogs) await rm(folder, { recursive: true, force: true });
  };
  try {
    const plan = {
      timing,
      shape,
      folder,
      options,
      onDispose: (step: () => Promise<unknown>) => undo.push(step),
    };
    return { ...(await start(plan)), folder, dispose };
  } catch (error) {
    await dispose({ keepLogs: true });
    throw error;
  }
}

interface StackPlan {
  readonly timing: Timing;
  readonly shape: Shape;
  readonly folder: string;
  readonly options: StackOptions;
  readonly onDispose: OnDispose;
}

async function start({ timing, shape, folder, options, onDispose }: StackPlan) {
  const replicas = await planReplicas((service) => options.replicasOf?.(service) ?? replicasOf[shape]);
  const access = createBusAccess(() => randomBytes(18).toString('base64url'), { withTester: true });
  const { addresses, servers } = await open(shape, replicas, {
    folder,
    natsConfig: `${access.config}\n${options.natsConfig ?? ''}`,
    postgres: options.postgres,
    onDispose,
  });
  const log = createLogger({ service: 'fault', level: 'silent' });
  const bus = await connectBus({ url: access.urlOf(servers.natsUrl, testerName), name: 'fault', log });
  onDispose(bus.close);
  const keeping = await keepStreams(bus, streams, {
    everyMs: 1_000,
    replicas: servers.streamReplicas,
  });
  onDispose(keeping.stop);
  const own = settingsOf(timing, addresses);
  const builders = new Map<Target, FaultStack['buildWith']>();
  const buildWith: FaultStack['buildWith'] = (target, env, checkout) => {
    const build = builders.get(target);
    if (!build) throw new Error(`this stack has no ${target}`);
    return build(target, env, checkout);
  };
  const migrations = new Map<ServiceName, (checkout: string | undefined) => Promise<void>>();
  const launch = async (service: ServiceName) => {
    const { url } = await createDatabase(servers.postgresUrlOf(service), service);
    const shared = {
      DATABASE_URL: url,
      NATS_URL: access.urlOf(servers.natsUrl, service),
      LOG_LEVEL: 'info',
      SHUTDOWN_DRAIN_MS: String(drainMs[shape]),
      ...own[service],
      ...options.envOf?.[service],
    };
    const migrate = (checkout: string | undefined) =>
      migrateService({ name: service, env: shared, logFile: join(folder, `${service}.log`), checkout });
    migrations.set(service, migrate);
    await migrate(options.checkout);
    const started = replicas
      .filter((replica) => replica.service === service)
      .map(async ({ name, opsPort, port }) => {
        const portSetting = portSettingOf(service);
        const env = { ...shared, ...(portSetting ? { [portSetting]: String(port) } : {}) };
        const logFile = join(folder, `${name}.log`);
        const build: FaultStack['buildWith'] = (_, more, checkout) => {
          const packs = 'PACKS_COMPILED_DIR' in env ? { PACKS_COMPILED_DIR: packsDirOf(checkout) } : {};
          const all = { ...env, ...packs, ...more };
          const built = buildService({ name: service, env: all, logFile, opsPort, checkout });
          // The data is temporary, so nothing needs an orderly shutdown.
          onDispose(built.kill);
          return built;
        };
        builders.set(name, build);
        const server = build(name, {}, options.checkout);
        await server.start();
        return [name, server] as const;
      });
    return { url, started: await Promise.all(started) };
  };
  const launched = await Promise.all(serviceNames.map(async (name) => [name, await launch(name)] as const));
  return {
    apiUrl: addresses.apiUrl,
    blobDir: addresses.blobDir,
    bus,
    busUrlOf: (user: BusUserName) => access.urlOf(servers.natsUrl, user),
    opsUrlOf: (target: Target) => `http://127.0.0.1:${replicas.find(({ name }) => name === target)?.opsPort}`,
    ...(servers.postgresOf ? { postgresOf: servers.postgresOf } : {}),
    buildWith,
    migrate: async (service: ServiceName, checkout?: string) => migrations.get(service)?.(checkout),
    servers: new Map<Target, LocalServer>([
      ...servers.servers,
      ...launched.flatMap(([, { started }]) => started),
    ]),
    databaseUrls: Object.fromEntries(launched.map(([name, { url }]) => [name, url])) as Record<
      ServiceName,
      string
    >,
    wipe: servers.wipe,
    ...(servers.promote ? { promote: servers.promote } : {}),
  };
}

async function open(
  shape: Shape,
  replicas: readonly Replica[],
  opening: ServerOptions,
): Promise<{ readonly addresses: Addresses; readonly servers: Servers }> {
  const folders = { blobDir: join(opening.folder, 'blobs'), packsDir: packsDirOf(undefined) };
  if (shape === 'single') {
    const at = (service: ServiceName) =>
      `http://127.0.0.1:${replicas.find((replica) => replica.service === service)?.port}`;
    const addresses = { apiUrl: at('gateway'), mediaUrl: at('media-engine'), ...folders };
    return { addresses, servers: await openSingleServers(opening) };
  }
  const balancer = await startLoadBalancer(replicas, opening.folder);
  opening.onDispose(balancer.dispose);
  const { apiUrl, mediaUrl } = balancer;
  return {
    addresses: { apiUrl, mediaUrl, ...folders },
    servers: await openClusterServers(opening, balancer),
  };
}
