import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bus, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import {
  createDatabase,
  findNatsServer,
  freePort,
  type LocalServer,
  startNats,
  startPostgres,
} from '@redline/testkit/servers';
import { buildService, migrateService, type ServiceName } from './run-service.ts';

export type Target = ServiceName | 'nats' | 'postgres';

/** How soon what a dead process held is given to another one, and what nobody will finish is failed. */
export interface Timing {
  readonly jobLeaseMs: number;
  readonly eventAckWaitMs: number;
  readonly sweepEveryMs: number;
  readonly neverTakenMs: number;
  readonly leaseEndedMs: number;
  readonly idempotencyLeaseMs: number;
}

/** The whole product, apart from any other on this machine: own servers, temporary data, free ports. */
export interface FaultStack {
  readonly apiUrl: string;
  readonly bus: Bus;
  readonly servers: Readonly<Record<Target, LocalServer>>;
  readonly databaseUrls: Readonly<Record<ServiceName, string>>;
  /** Logs of everything that ran; `dispose` leaves it when asked to. */
  readonly folder: string;
  readonly dispose: (options?: { readonly keepLogs: boolean }) => Promise<void>;
}

const toolsDir = fileURLToPath(new URL('../../../../.redline/tools', import.meta.url));
const unlimited = '1000000';

function settingsOf(timing: Timing, apiPort: number): Record<ServiceName, Record<string, string>> {
  return {
    billing: { EVENT_ACK_WAIT_MS: String(timing.eventAckWaitMs) },
    'text-engine': {
      JOB_LEASE_MS: String(timing.jobLeaseMs),
      SWEEP_EVERY_MS: String(timing.sweepEveryMs),
      SWEEP_NEVER_TAKEN_MS: String(timing.neverTakenMs),
      SWEEP_LEASE_ENDED_MS: String(timing.leaseEndedMs),
    },
    gateway: {
      PORT: String(apiPort),
      RATE_SUBMISSION: unlimited,
      RATE_QUERY: unlimited,
      RATE_CONFIGURATION: unlimited,
      IDEMPOTENCY_LEASE_MS: String(timing.idempotencyLeaseMs),
    },
  };
}

/**
 * Starts it. Postgres forces its commits to the disk, as it must to survive what is done to it here.
 * @throws the first fault; nothing is left running then
 */
export async function startFaultStack(timing: Timing): Promise<FaultStack> {
  const folder = await mkdtemp(join(tmpdir(), 'redline-fault-'));
  const undo: (() => Promise<unknown>)[] = [];
  const dispose = async ({ keepLogs } = { keepLogs: false }) => {
    for (const step of undo.reverse()) await step();
    if (!keepLogs) await rm(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await start(timing, folder, (step) => undo.push(step))), folder, dispose };
  } catch (error) {
    await dispose({ keepLogs: true });
    throw error;
  }
}

async function start(timing: Timing, folder: string, onDispose: (step: () => Promise<unknown>) => void) {
  const logFile = (name: string) => join(folder, `${name}.log`);
  const callerHandlesSignals = true;
  const postgres = await startPostgres({ logFile: logFile('postgres'), callerHandlesSignals });
  onDispose(postgres.dispose);
  const binary = await findNatsServer(toolsDir);
  const nats = await startNats({ binary, logFile: logFile('nats'), callerHandlesSignals });
  onDispose(() => endPaused(nats, nats.dispose));
  const apiPort = await freePort();
  const own = settingsOf(timing, apiPort);
  const launch = async (name: ServiceName) => {
    const { url } = await createDatabase(postgres.adminUrl, name);
    const env = { DATABASE_URL: url, NATS_URL: nats.url, LOG_LEVEL: 'info', ...own[name] };
    const options = { name, env, logFile: logFile(name) };
    await migrateService(options);
    const server = await buildService(options);
    // Nothing that it held matters any more, so it need not end in order.
    onDispose(server.kill);
    await server.start();
    return { server, url };
  };
  const [billing, engine, gateway] = await Promise.all([
    launch('billing'),
    launch('text-engine'),
    launch('gateway'),
  ]);
  const log = createLogger({ service: 'fault', level: 'silent' });
  const bus = await connectBus({ url: nats.url, name: 'fault', log });
  onDispose(bus.close);
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    bus,
    servers: {
      ...{ billing: billing.server, 'text-engine': engine.server, gateway: gateway.server },
      ...{ nats, postgres },
    },
    databaseUrls: { billing: billing.url, 'text-engine': engine.url, gateway: gateway.url },
  };
}

async function endPaused(server: LocalServer, end: () => Promise<void>): Promise<void> {
  server.signal('SIGCONT');
  await end();
}
