import { streams } from '@redline/contracts';
import { connectBus, ensureStreams } from '@redline/service-kit/bus';
import { migrate, pingDb, waitForDb } from '@redline/service-kit/db';
import { createOpsServer } from '@redline/service-kit/http';
import { startInterval } from '@redline/service-kit/interval';
import { createMetrics } from '@redline/service-kit/metrics';
import { cleanInbox } from '@redline/service-kit/outbox';
import { runService, type ServiceRun } from '@redline/service-kit/shutdown';
import { migrations } from '../migrations/index.ts';
import { buildApp } from './app.ts';
import { createBillingMetrics } from './billing-metrics.ts';
import { type Config, readConfig } from './config.ts';
import { openLedger } from './store/open-ledger.ts';

const name = 'billing';
const hourMs = 3_600_000;

async function openDb({ config, log, onClose }: ServiceRun<Config>) {
  const { DATABASE_URL: url, DATABASE_POOL_MAX: poolMax, DATABASE_STATEMENT_TIMEOUT_MS } = config;
  const options = { url, applicationName: name, log };
  const db = openLedger({ ...options, poolMax, statementTimeoutMs: DATABASE_STATEMENT_TIMEOUT_MS });
  onClose('database', () => db.destroy());
  const auditDb = openLedger({ ...options, poolMax: 1, statementTimeoutMs: config.AUDIT_TIMEOUT_MS });
  onClose('audit database', () => auditDb.destroy());
  await waitForDb(db, { url });
  return { db, auditDb };
}

async function runBilling(run: ServiceRun<Config>): Promise<void> {
  const { config, log, onClose } = run;
  const metrics = createMetrics({ service: name });
  const { db, auditDb } = await openDb(run);
  const bus = await connectBus({ url: config.NATS_URL, name, log, metrics });
  onClose('bus', () => bus.close());
  await ensureStreams(bus, streams, { replicas: config.STREAM_REPLICAS });
  const inbox = { olderThanMs: streams.events.maxAgeMs + 24 * hourMs, limit: 50_000 };
  const clean = async () => void (await cleanInbox(db, inbox));
  onClose('inbox cleaning', startInterval(clean, { name: 'inbox', everyMs: hourMs, log }).stop);
  const deps = { db, auditDb, metrics: createBillingMetrics(metrics.registry), now: () => new Date() };
  const running = await buildApp(deps).start(bus, {
    requestConcurrency: config.REQUEST_CONCURRENCY,
    refundConcurrency: config.REFUND_CONCURRENCY,
    eventAckWaitMs: config.EVENT_ACK_WAIT_MS,
  });
  onClose('requests and events', running.stop);
  const checks = { database: () => pingDb(db), bus: () => bus.ping() };
  const ops = createOpsServer({ host: config.OPS_HOST, port: config.OPS_PORT, checks, metrics, log });
  onClose('ops', ops.close);
  await ops.listen();
}

async function runMigrations(run: ServiceRun<Config>): Promise<void> {
  const { auditDb } = await openDb(run);
  run.log.info({ ran: await migrate(auditDb, migrations) }, 'the database is up to date');
  process.kill(process.pid, 'SIGTERM');
}

await runService({ name, readConfig, start: process.argv[2] === 'migrate' ? runMigrations : runBilling });
