import { batchDeletionJob, batchJob, sites, streams } from '@redline/contracts';
import { connectBus, ensureStreams } from '@redline/service-kit/bus';
import { migrate, pingDb } from '@redline/service-kit/db';
import { createOpsServer } from '@redline/service-kit/http';
import { startInterval } from '@redline/service-kit/interval';
import { createMetrics } from '@redline/service-kit/metrics';
import { cleanInbox, startRelay } from '@redline/service-kit/outbox';
import { runService, type ServiceRun } from '@redline/service-kit/shutdown';
import { migrations } from '../migrations/index.ts';
import { buildApp } from './app.ts';
import { videoMeasurer } from './clients/measure-video.ts';
import { checkOwners } from './clients/owners.ts';
import { type Config, limitsOf, readConfig } from './config.ts';
import { openDb } from './open-db.ts';
import { createOrchestratorMetrics } from './orchestrator-metrics.ts';

const name = 'batch-orchestrator';
const hourMs = 3_600_000;

async function runOrchestrator(run: ServiceRun<Config>): Promise<void> {
  const { config, log, onClose } = run;
  const metrics = createMetrics({ service: name });
  const db = await openDb(name, run);
  const bus = await connectBus({ url: config.NATS_URL, name, log, metrics });
  onClose('bus', () => bus.close());
  await ensureStreams(bus, streams, { replicas: config.STREAM_REPLICAS });
  const relay = startRelay(db, bus, { log });
  onClose('outbox', relay.stop);
  const inbox = { olderThanMs: streams.events.maxAgeMs + 24 * hourMs, limit: 50_000 };
  const clean = async () => void (await cleanInbox(db, inbox));
  onClose('inbox cleaning', startInterval(clean, { name: 'inbox', everyMs: hourMs, log }).stop);
  const app = buildApp({
    ...{ db, bus, sites, owners: checkOwners(bus), measureVideo: videoMeasurer(bus) },
    batchJob: { ...batchJob, ackWaitMs: config.BATCH_LEASE_MS },
    batchDeletionJob,
    handOutTimeoutMs: config.HAND_OUT_TIMEOUT_MS,
    metrics: createOrchestratorMetrics(metrics.registry),
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests, jobs and events', running.stop);
  const checks = { database: () => pingDb(db), bus: () => bus.ping() };
  const ops = createOpsServer({ host: config.OPS_HOST, port: config.OPS_PORT, checks, metrics, log });
  onClose('ops', ops.close);
  await ops.listen();
}

async function runMigrations(run: ServiceRun<Config>): Promise<void> {
  run.log.info({ ran: await migrate(await openDb(name, run), migrations) }, 'the database is up to date');
  process.kill(process.pid, 'SIGTERM');
}

await runService({
  name,
  readConfig,
  start: process.argv[2] === 'migrate' ? runMigrations : runOrchestrator,
});
