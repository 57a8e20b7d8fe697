import { imageJob, sites, streams, videoJob } from '@redline/contracts';
import { connectBus, ensureStreams } from '@redline/service-kit/bus';
import { migrate, pingDb } from '@redline/service-kit/db';
import { createOpsServer } from '@redline/service-kit/http';
import { createMetrics } from '@redline/service-kit/metrics';
import { startRelay } from '@redline/service-kit/outbox';
import { runService, type ServiceRun } from '@redline/service-kit/shutdown';
import { migrations } from '../migrations/index.ts';
import { buildApp } from './app.ts';
import { buildHttp } from './build-http.ts';
import { approvedTextReader } from './clients/approved-text.ts';
import { sweepPrivateFolders } from './clients/private-folder.ts';
import { type Config, limitsOf, readConfig } from './config.ts';
import { createEngineMetrics } from './engine-metrics.ts';
import { openDb } from './open-db.ts';
import { openDetectors } from './open-detectors.ts';
import { openFiles } from './open-files.ts';

const name = 'media-engine';

async function runEngine(run: ServiceRun<Config>): Promise<void> {
  const { config, log, onClose } = run;
  const metrics = createMetrics({ service: name });
  await sweepPrivateFolders();
  const db = await openDb(name, run);
  const bus = await connectBus({ url: config.NATS_URL, name, log, metrics });
  onClose('bus', () => bus.close());
  await ensureStreams(bus, streams, { replicas: config.STREAM_REPLICAS });
  const relay = startRelay(db, bus, { log });
  onClose('outbox', relay.stop);
  const { blobs, uploads, ...sources } = await openFiles(config, { db, onClose });
  const { close, ofBatches, ...detectors } = openDetectors(config, { bus, blobs, log });
  onClose('detectors', close);
  const app = buildApp({
    ...{ uploads, db, bus, blobs, sites, ...sources, ...detectors },
    readApprovedText: approvedTextReader(bus),
    imageJob: { ...imageJob, ackWaitMs: config.IMAGE_LEASE_MS },
    imageTimeoutMs: config.IMAGE_TIMEOUT_MS,
    videoJob: { ...videoJob, ackWaitMs: config.VIDEO_LEASE_MS },
    videoTimeoutMs: config.VIDEO_TIMEOUT_MS,
    ofBatches: { ...ofBatches, imageTimeoutMs: config.BATCH_IMAGE_TIMEOUT_MS },
    metrics: createEngineMetrics(metrics.registry),
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests and jobs', running.stop);
  const http = await buildHttp(uploads, { log, metrics, uploadConcurrency: config.UPLOADS_AT_ONCE });
  onClose('http', () => http.close());
  await http.listen({ host: config.MEDIA_HTTP_HOST, port: config.MEDIA_HTTP_PORT });
  const checks = { database: () => pingDb(db), bus: () => bus.ping(), blobs: blobs.ping };
  const ops = createOpsServer({ host: config.OPS_HOST, port: config.OPS_PORT, checks, metrics, log });
  onClose('ops', ops.close);
  await ops.listen();
}

async function runMigrations(run: ServiceRun<Config>): Promise<void> {
  run.log.info({ ran: await migrate(await openDb(name, run), migrations) }, 'the database is up to date');
  process.kill(process.pid, 'SIGTERM');
}

await runService({ name, readConfig, start: process.argv[2] === 'migrate' ? runMigrations : runEngine });
