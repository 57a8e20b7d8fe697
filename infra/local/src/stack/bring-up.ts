import { join } from 'node:path';
import type { CloseList } from '@redline/service-kit/shutdown';
import { ensureMediaPrograms, freePort } from '@redline/testkit/servers';
import { newBusAccess, type StackBus, stackBus } from './bus-access.ts';
import { checkPort } from './check-port.ts';
import { buildConsolePage } from './console-page.ts';
import { consoleSettings, type StackConsole } from './console-settings.ts';
import { ensureDatabases } from './databases.ts';
import { type ApiAddress, chooseOwnSettings } from './own-settings.ts';
import { type Paths, prepareFolders } from './paths.ts';
import { endPreviousStack } from './previous-stack.ts';
import { provisionStreams } from './provision-streams.ts';
import { migrateService, runService } from './run-service.ts';
import { openNats, openPostgres, type StackServer } from './servers.ts';
import { type ServiceRow, services } from './services.ts';
import type { Settings } from './settings.ts';
import { type StackRecord, stackRecord } from './stack-record.ts';

export interface BringUpOptions {
  readonly paths: Paths;
  /** Without a port of the console it gets a free one. */
  readonly settings: Omit<Settings, 'REDLINE_DATA_DIR' | 'CONSOLE_PORT'> &
    Partial<Pick<Settings, 'CONSOLE_PORT'>>;
  readonly say: (line: string) => void;
  /** Registers each part right after its start; parts are closed in reverse order. */
  readonly parts: CloseList;
  /** Returns the command of a service and its settings; its source in this checkout by default. */
  readonly programOf?: (service: string) => Program;
  /** Adds a user to the bus who may do everything, for measurements. */
  readonly withTester?: boolean;
  /** More settings of a Postgres that is started, for measurements. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

export interface Program {
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The addresses of a running stack. */
export interface Stack {
  readonly apiUrl: string;
  readonly consoleUrl: string;
  /** The bus, for the operator's commands. */
  readonly natsUrl: string;
  /** The bus, for a user who may do everything if the stack was started with one. */
  readonly testerUrl: string;
  /** A role of its Postgres that may create databases. */
  readonly adminUrl: string;
}

const opsHost = '127.0.0.1';

type Building = BringUpOptions & { readonly record: StackRecord };

/**
 * Starts all servers and services on this machine.
 * @returns its addresses once every service is ready
 * @throws StackError, ServerError or a system error; `explain` makes one line of each
 */
export async function bringUp(options: BringUpOptions): Promise<Stack> {
  const { paths, settings, say, parts } = options;
  await prepareFolders(paths);
  await endPreviousStack(paths.state, say);
  const address = { host: settings.HOST, port: settings.PORT || (await freePort()) };
  await checkPort(address.host, address.port);
  const apiUrl = `http://${address.host === '0.0.0.0' ? '127.0.0.1' : address.host}:${address.port}`;
  const ofConsole = await consoleSettings({ paths, apiUrl, port: settings.CONSOLE_PORT ?? 0 });
  const record = stackRecord(paths.state, apiUrl);
  parts.add('state', record.remove);
  const building = { ...options, record };
  const { postgres, bus } = await openServers(building);
  const natsUrl = bus.urlOf('operator');
  record.set({ natsUrl });
  const keeper = await provisionStreams(bus.urlOf('provisioner'));
  parts.add('streams', keeper.stop);
  record.addOps(keeper.name, keeper.opsUrl);
  await startServices(building, {
    adminUrl: postgres.url,
    bus,
    api: { ...address, url: apiUrl },
    ofConsole,
  });
  return { apiUrl, consoleUrl: ofConsole.url, natsUrl, testerUrl: bus.testerUrl, adminUrl: postgres.url };
}

async function openServers(building: Building): Promise<{ postgres: StackServer; bus: StackBus }> {
  const { settings, paths, say, parts, record, withTester, postgresSettings } = building;
  const access = newBusAccess(withTester);
  const options = { paths, say, onRestart: record.write };
  const opened = async (name: string, opening: Promise<StackServer>) => {
    const server = await opening;
    parts.add(name, server.stop);
    record.add(name, server.pid);
    return server;
  };
  const [postgres, nats] = await Promise.all([
    opened('postgres', openPostgres(settings.DATABASE_URL, options, postgresSettings)),
    opened('nats', openNats(settings.NATS_URL, access.config, options)),
    sayWhatIsMissing(say),
    buildConsolePage(paths.root),
  ]);
  return { postgres, bus: stackBus(nats.url, settings.NATS_URL ? undefined : access, withTester) };
}

/** Optional programs: without them all else works, and the coverage of records tells what was not checked. */
async function sayWhatIsMissing(say: (line: string) => void): Promise<void> {
  const missing = await ensureMediaPrograms({ log: say });
  if (missing.length > 0) say(`Images and videos are not fully checked: missing ${missing.join(', ')}`);
}

/**
 * Runs services from their sources. Node's compile cache is enabled: without it each process loads a compiler, 25 MB
 * resident. Migrations fill it before the service starts.
 */
const sourceOf = (paths: Paths) => (service: string) => ({
  main: join(paths.root, 'apps', service, 'src', 'main.ts'),
  env: {
    NODE_COMPILE_CACHE: paths.code,
    ...(service === 'text-engine' ? { PACKS_COMPILED_DIR: paths.packs } : {}),
  },
});

interface Surroundings {
  readonly adminUrl: string;
  readonly bus: StackBus;
  readonly api: ApiAddress;
  readonly ofConsole: StackConsole;
}

async function startServices(
  building: Building,
  { adminUrl, bus, api, ofConsole }: Surroundings,
): Promise<void> {
  const { paths, say, parts, record, programOf = sourceOf(paths) } = building;
  const names = services.map((service) => service.database);
  const databaseUrls = await ensureDatabases(adminUrl, names);
  const own = await chooseOwnSettings(paths, api);
  const envOf = (service: ServiceRow) => ({
    DATABASE_URL: databaseUrls.get(service.database) ?? '',
    NATS_URL: bus.urlOf(service.name),
    ...service.env,
    ...own[service.name],
    ...(service.name === 'console' ? ofConsole.consoleEnv : {}),
    ...(service.isEdge ? ofConsole.gatewayEnv : {}),
    ...programOf(service.name).env,
  });
  const optionsOf = ({ name, nodeArgs = [] }: ServiceRow) => ({
    name,
    paths,
    nodeArgs,
    main: programOf(name).main,
  });
  await Promise.all(services.map((row) => migrateService({ ...optionsOf(row), env: envOf(row) })));
  const start = async (row: ServiceRow) => {
    const opsPort = await freePort();
    const env = { ...envOf(row), OPS_HOST: opsHost, OPS_PORT: String(opsPort) };
    const opsUrl = `http://${opsHost}:${opsPort}`;
    const service = await runService({ ...optionsOf(row), env, opsUrl, say, onRestart: record.write });
    parts.add(row.name, service.stop);
    record.addService(row.name, { pid: service.pid, opsUrl, databaseUrl: env.DATABASE_URL });
    say(`${row.name} is ready`);
  };
  await Promise.all(services.filter((row) => !row.isEdge).map(start));
  await Promise.all(services.filter((row) => row.isEdge).map(start));
}
