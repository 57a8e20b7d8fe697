import { streams } from '@redline/contracts';
import { connectBus, ensureStreams } from '@redline/service-kit/bus';
import { createDb, migrate, pingDb, waitForDb } from '@redline/service-kit/db';
import { createOpsServer } from '@redline/service-kit/http';
import { createMetrics } from '@redline/service-kit/metrics';
import { runService, type ServiceRun } from '@redline/service-kit/shutdown';
import { migrations } from '../migrations/index.ts';
import { buildApp } from './app.ts';
import { type GatewayConfig, readConfig } from './config.ts';
import { listen } from './listen.ts';
import type { GatewayTables } from './store/tables.ts';

const name = 'gateway';
/** All there are; the count of requests is run most often, and planning it takes longer than running it. */
const preparedStatementsMax = 50;

async function openDb({ config, log, onClose }: ServiceRun<GatewayConfig>) {
  const db = createDb<GatewayTables>({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    applicationName: name,
    log,
    preparedMax: preparedStatementsMax,
  });
  onClose('database', () => db.destroy());
  await waitForDb(db, { url: config.DATABASE_URL });
  return db;
}

async function runGateway(run: ServiceRun<GatewayConfig>): Promise<void> {
  const { config, log, onClose } = run;
  const metrics = createMetrics({ service: name });
  const db = await openDb(run);
  const bus = await connectBus({ url: config.NATS_URL, name, log, metrics });
  onClose('bus', () => bus.close());
  await ensureStreams(bus, streams, { replicas: config.STREAM_REPLICAS });
  const checks = { database: () => pingDb(db), bus: () => bus.connection.flush() };
  const app = await buildApp({ config, log, metrics, db, bus, checks });
  const running = app.start();
  onClose('requests and janitor', running.stop);
  const ops = createOpsServer({ host: config.OPS_HOST, port: config.OPS_PORT, checks, metrics, log });
  onClose('ops', ops.close);
  await ops.listen();
  onClose('http', () => app.http.close());
  await listen(app.http, config.HOST, config.PORT);
}

async function runMigrations(run: ServiceRun<GatewayConfig>): Promise<void> {
  const db = await openDb(run);
  run.log.info({ ran: await migrate(db, migrations) }, 'the database is up to date');
  process.kill(process.pid, 'SIGTERM');
}

await runService({ name, readConfig, start: process.argv[2] === 'migrate' ? runMigrations : runGateway });
