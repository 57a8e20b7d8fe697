import { reportJob, streams } from '@redline/contracts';
import { migratedCheck, pingDb } from '@redline/service-kit/db';
import { measureOldest } from '@redline/service-kit/records';
import {
  migrateDatabase,
  openBus,
  openDatabase,
  runRelay,
  runService,
  type ServiceRun,
} from '@redline/service-kit/service';
import { migrations } from '../migrations/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { videoCheckReader } from './clients/video-checks.ts';
import { type Config, limitsOf, readConfig, writerModelOf } from './config.ts';
import { openWriter } from './open-writer.ts';
import { createReportMetrics } from './report-metrics.ts';
import { reportRecord } from './store/report-record.ts';
import { databaseOptions, type Tables } from './store/tables.ts';

async function start(run: ServiceRun<Config>) {
  const { config, log, onClose } = run;
  const db = await openDatabase<Tables>(run, databaseOptions);
  const bus = await openBus(run, streams);
  const relay = runRelay(run, db, bus, [streams.jobs, streams.events]);
  measureOldest(run, db, { report: reportRecord });
  const metrics = createReportMetrics(run.metrics.registry);
  const app = buildApp({
    db,
    bus,
    readVideoCheck: videoCheckReader(bus),
    writeSection: openWriter(writerModelOf(config), { log, metrics }),
    job: { ...reportJob, ackWaitMs: config.REPORT_LEASE_MS },
    timeoutMs: config.REPORT_TIMEOUT_MS,
    metrics,
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests and jobs', running.stop);
  return { schema: migratedCheck(db, migrations), database: () => pingDb(db), bus: () => bus.ping() };
}

await runService({
  name: 'report',
  version: manifest.version,
  readConfig,
  start,
  migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
});
