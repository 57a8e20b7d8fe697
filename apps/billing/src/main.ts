import { streams } from '@redline/contracts';
import { migratedCheck, pingDb } from '@redline/service-kit/db';
import {
  migrateDatabase,
  openBus,
  openDatabase,
  runInboxCleaning,
  runRelay,
  runService,
  type ServiceRun,
} from '@redline/service-kit/service';
import { migrations } from '../migrations/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { createBillingMetrics } from './billing-metrics.ts';
import { eraserOver } from './clients/data-owners.ts';
import { statusReader } from './clients/owners.ts';
import { type Config, limitsOf, readConfig } from './config.ts';
import { databaseOptions, type Tables } from './store/tables.ts';

async function start(run: ServiceRun<Config>) {
  const { config, metrics, onClose } = run;
  const db = await openDatabase<Tables>(run, databaseOptions);
  const auditDb = await openDatabase<Tables>(run, {
    ...databaseOptions,
    pool: { name: 'audit database', max: 1, statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS },
  });
  const bus = await openBus(run, streams);
  const relay = runRelay(run, db, bus, [streams.events]);
  runInboxCleaning(run, db, streams.events.maxAgeMs);
  const app = buildApp({
    db,
    auditDb,
    auditTimeoutMs: config.AUDIT_TIMEOUT_MS,
    metrics: createBillingMetrics(metrics.registry),
    readStatuses: statusReader(bus),
    eraseAtOwner: eraserOver(bus),
    erasureWaitMs: config.ERASE_WAIT_MS,
    creditsLowAt: config.CREDITS_LOW_AT,
    wakeRelay: relay.wake,
    signUpCredits: config.SIGNUP_CREDITS,
    now: () => new Date(),
  });
  const running = await app.start(bus, limitsOf(config));
  onClose('requests and events', running.stop);
  return { schema: migratedCheck(db, migrations), database: () => pingDb(db), bus: () => bus.ping() };
}

await runService({
  name: 'billing',
  version: manifest.version,
  readConfig,
  start,
  migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
});
