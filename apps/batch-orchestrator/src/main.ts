import { batchDeletionJob, batchJob, sites, streams } from '@redline/contracts';
import { migratedCheck, pingDb } from '@redline/service-kit/db';
import { measureOldest } from '@redline/service-kit/records';
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
import { videoMeasurer } from './clients/measure-video.ts';
import { checkOwners } from './clients/owners.ts';
import { type Config, limitsOf, readConfig } from './config.ts';
import { createOrchestratorMetrics } from './orchestrator-metrics.ts';
import { openBatches } from './store/batch-table.ts';
import { databaseOptions, type Tables } from './store/tables.ts';

async function start(run: ServiceRun<Config>) {
  const { config, log, metrics, onClose } = run;
  const db = await openDatabase<Tables>(run, databaseOptions);
  const bus = await openBus(run, streams);
  const relay = runRelay(run, db, bus, [streams.jobs, streams.events]);
  measureOldest(run, db, { batch: openBatches });
  runInboxCleaning(run, db, streams.events.maxAgeMs);
  const app = buildApp({
    db,
    bus,
    sites,
    owners: checkOwners(bus),
    measureVideo: videoMeasurer(bus),
    batchJob: { ...batchJob, ackWaitMs: config.BATCH_LEASE_MS },
    batchDeletionJob,
    dispatchTimeoutMs: config.HAND_OUT_TIMEOUT_MS,
    metrics: createOrchestratorMetrics(metrics.registry),
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests, jobs and events', running.stop);
  return { schema: migratedCheck(db, migrations), database: () => pingDb(db), bus: () => bus.ping() };
}

await runService({
  name: 'batch-orchestrator',
  version: manifest.version,
  readConfig,
  start,
  migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
});
