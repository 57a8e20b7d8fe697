import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { streams } from '@redline/contracts';
import { createBusAccess, testerName } from '@redline/contracts/bus-users';
import { type Bus, connectBus, keepStreams } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import {
  createDatabase,
  findNatsServer,
  freePort,
  type LocalServer,
  startNats,
  startPostgres,
} from '@redline/testkit/servers';
import { buildService, migrateService, type ServiceName, serviceNames } from './run-service.ts';

export type Target = ServiceName | 'nats' | 'postgres';

/** Short leases and sweeps: how soon the work of a dead process is taken over, or failed. */
export interface Timing {
  readonly jobLeaseMs: number;
  readonly eventAckWaitMs: number;
  readonly sweepEveryMs: number;
  readonly neverTakenMs: number;
  readonly leaseEndedMs: number;
  readonly idempotencyLeaseMs: number;
}

/** A complete stack, isolated from any other on this machine: own servers, temporary data, free ports. */
export interface FaultStack {
  readonly apiUrl: string;
  readonly bus: Bus;
  readonly servers: Readonly<Record<Target, LocalServer>>;
  readonly databaseUrls: Readonly<Record<ServiceName, string>>;
  /** The folder of all logs; `dispose` can keep it. */
  readonly folder: string;
  readonly dispose: (options?: { readonly keepLogs: boolean }) => Promise<void>;
}

const toolsDir = fileURLToPath(new URL('../../../../.redline/tools', import.meta.url));
const unlimited = '1000000';

function settingsOf(
  timing: Timing,
  {
    apiPort,
    mediaPort,
    blobDir,
  }: { readonly apiPort: number; readonly mediaPort: number; readonly blobDir: string },
): Record<ServiceName, Record<string, string>> {
  const sweeping = {
    SWEEP_EVERY_MS: String(timing.sweepEveryMs),
    SWEEP_NEVER_TAKEN_MS: String(timing.neverTakenMs),
    SWEEP_LEASE_ENDED_MS: String(timing.leaseEndedMs),
  };
  return {
    billing: { EVENT_ACK_WAIT_MS: String(timing.eventAckWaitMs) },
    'text-engine': {
      JOB_LEASE_MS: String(timing.jobLeaseMs),
      ...sweeping,
    },
    'media-engine': {
      IMAGE_LEASE_MS: String(timing.jobLeaseMs),
      VIDEO_LEASE_MS: String(timing.jobLeaseMs),
      ...sweeping,
      MEDIA_HTTP_PORT: String(mediaPort),
      PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
      BLOB_DIR: blobDir,
      UPLOAD_SECRET: randomBytes(32).toString('base64url'),
    },
    'batch-orchestrator': {
      BATCH_LEASE_MS: String(timing.jobLeaseMs),
      EVENT_ACK_WAIT_MS: String(timing.eventAckWaitMs),
      ...sweeping,
    },
    gateway: {
      PORT: String(apiPort),
      MEDIA_ENGINE_URL: `http://127.0.0.1:${mediaPort}`,
      RATE_SUBMISSION: unlimited,
      RATE_QUERY: unlimited,
      RATE_CONFIGURATION: unlimited,
      IDEMPOTENCY_LEASE_MS: String(timing.idempotencyLeaseMs),
    },
  };
}

/**
 * Starts a stack. Postgres flushes its commits to disk, since it is killed too.
 * @throws the first error, after stopping everything
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
  const access = createBusAccess(() => randomBytes(18).toString('base64url'), { withTester: true });
  const { config } = access;
  const nats = await startNats({ binary, config, logFile: logFile('nats'), callerHandlesSignals });
  onDispose(() => endPaused(nats, nats.dispose));
  const log = createLogger({ service: 'fault', level: 'silent' });
  const bus = await connectBus({ url: access.urlOf(nats.url, testerName), name: 'fault', log });
  onDispose(bus.close);
  const keeping = await keepStreams(bus, streams, { everyMs: 1_000 });
  onDispose(keeping.stop);
  const apiPort = await freePort();
  const ports = { apiPort, mediaPort: await freePort() };
  const own = settingsOf(timing, { ...ports, blobDir: join(folder, 'blobs') });
  const launch = async (name: ServiceName) => {
    const { url } = await createDatabase(postgres.adminUrl, name);
    const env = {
      DATABASE_URL: url,
      NATS_URL: access.urlOf(nats.url, name),
      LOG_LEVEL: 'info',
      ...own[name],
    };
    const options = { name, env, logFile: logFile(name) };
    await migrateService(options);
    const server = await buildService(options);
    // The data is temporary, so nothing needs an orderly shutdown.
    onDispose(server.kill);
    await server.start();
    return { server, url };
  };
  const launched = await Promise.all(serviceNames.map(async (name) => [name, await launch(name)] as const));
  const byName = <T>(of: (one: Awaited<ReturnType<typeof launch>>) => T) =>
    Object.fromEntries(launched.map(([name, one]) => [name, of(one)])) as Record<ServiceName, T>;
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    bus,
    servers: { ...byName(({ server }) => server), nats, postgres },
    databaseUrls: byName(({ url }) => url),
  };
}

async function endPaused(server: LocalServer, end: () => Promise<void>): Promise<void> {
  server.signal('SIGCONT');
  await end();
}
