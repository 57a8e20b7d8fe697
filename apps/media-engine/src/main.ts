import { sites, streams } from '@redline/contracts';
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
import { buildHttp } from './build-http.ts';
import { approvedTextReader } from './clients/approved-text.ts';
import { sweepPrivateFolders } from './clients/private-folder.ts';
import { type Config, jobsOf, limitsOf, readConfig } from './config.ts';
import { createEngineMetrics } from './engine-metrics.ts';
import { openCheckers } from './open-checkers.ts';
import { openFiles } from './open-files.ts';
import { startSandbox } from './start-sandbox.ts';
import { checkKinds } from './store/check-kinds.ts';
import { databaseOptions, type Tables } from './store/tables.ts';
import { uploadLimitsOf } from './upload-settings.ts';

async function start(run: ServiceRun<Config>) {
  const { config, log, metrics, onClose, closing } = run;
  await sweepPrivateFolders();
  const { sandbox, check } = await startSandbox(run);
  const db = await openDatabase<Tables>(run, databaseOptions);
  const bus = await openBus(run, streams);
  const relay = runRelay(run, db, bus, [streams.jobs, streams.events]);
  measureOldest(run, db, checkKinds);
  const { blobs, uploads, ...sources } = await openFiles(config, { db, onClose });
  const engineMetrics = createEngineMetrics(metrics.registry);
  const parts = { bus, blobs, sandbox, metrics: engineMetrics, log };
  const { close, ofBatches, ...checkers } = openCheckers(config, parts);
  onClose('image processes', close);
  const app = buildApp({
    db,
    bus,
    blobs,
    uploads,
    sites,
    ...sources,
    ...checkers,
    readApprovedText: approvedTextReader(bus),
    ...jobsOf(config),
    ofBatches: { ...ofBatches, imageTimeoutMs: config.BATCH_IMAGE_TIMEOUT_MS },
    metrics: engineMetrics,
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests and jobs', running.stop);
  const http = await buildHttp(uploads, { log, metrics, uploadLimits: uploadLimitsOf(config), closing });
  onClose('http', () => http.close());
  await http.listen({ host: config.MEDIA_HTTP_HOST, port: config.MEDIA_HTTP_PORT });
  return {
    schema: migratedCheck(db, migrations),
    database: () => pingDb(db),
    bus: () => bus.ping(),
    blobs: blobs.ping,
    sandbox: check,
  };
}

await runService({
  name: 'media-engine',
  version: manifest.version,
  readConfig,
  start,
  migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
});
