import { reportJob, reportStream, streams } from '@redline/contracts';
import { connectBus, ensureStreams } from '@redline/service-kit/bus';
import { migrate, pingDb } from '@redline/service-kit/db';
import { createOpsServer } from '@redline/service-kit/http';
import { createMetrics } from '@redline/service-kit/metrics';
import { startRelay } from '@redline/service-kit/outbox';
import { runService, type ServiceRun } from '@redline/service-kit/shutdown';
import { migrations } from '../migrations/index.ts';
import { buildApp } from './app.ts';
import { videoCheckReader } from './clients/video-checks.ts';
import { type Config, limitsOf, readConfig, writerModelOf } from './config.ts';
import { openDb } from './open-db.ts';
import { openWriter } from './open-writer.ts';
import { createReportMetrics } from './report-metrics.ts';

const name = 'report';

async function runReports(run: ServiceRun<Config>): Promise<void> {
  const { config, log, onClose } = run;
  const metrics = createMetrics({ service: name });
  const db = await openDb(name, run);
  const bus = await connectBus({ url: config.NATS_URL, name, log, metrics });
  onClose('bus', () => bus.close());
  await ensureStreams(bus, { ...streams, reports: reportStream }, { replicas: config.STREAM_REPLICAS });
  const relay = startRelay(db, bus, { log });
  onClose('outbox', relay.stop);
  const reportMetrics = createReportMetrics(metrics.registry);
  const app = buildApp({
    ...{ db, bus },
    readVideoCheck: videoCheckReader(bus),
    writeSection: openWriter(writerModelOf(config), { log, metrics: reportMetrics }),
    job: { ...reportJob, ackWaitMs: config.REPORT_LEASE_MS },
    timeoutMs: config.REPORT_TIMEOUT_MS,
    metrics: reportMetrics,
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests and jobs', running.stop);
  const checks = { database: () => pingDb(db), bus: () => bus.ping() };
  const ops = createOpsServer({ host: config.OPS_HOST, port: config.OPS_PORT, checks, metrics, log });
  onClose('ops', ops.close);
  await ops.listen();
}

async function runMigrations(run: ServiceRun<Config>): Promise<void> {
  run.log.info({ ran: await migrate(await openDb(name, run), migrations) }, 'the database is up to date');
  process.kill(process.pid, 'SIGTERM');
}

await runService({ name, readConfig, start: process.argv[2] === 'migrate' ? runMigrations : runReports });
