import { streams } from '@redline/contracts';
import { createPost, createPublicAgent, internet } from '@redline/public-client';
import { migratedCheck, pingDb } from '@redline/service-kit/db';
import {
  migrateDatabase,
  openBus,
  openDatabase,
  runInboxCleaning,
  runService,
  type ServiceRun,
} from '@redline/service-kit/service';
import { migrations } from '../migrations/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { createEndpointUrls } from './clients/endpoint-url.ts';
import { recordReader } from './clients/records.ts';
import { createSecretBox } from './clients/secret-box.ts';
import { type Config, limitsOf, networksOf, readConfig, secretKeysOf, waitsOf } from './config.ts';
import { measureBacklog } from './measure-backlog.ts';
import { databaseOptions, type Tables } from './store/tables.ts';
import { createWebhooksMetrics } from './webhooks-metrics.ts';

/** Bytes of an answer that are read. */
const answerBytesMax = 4_096;

async function start(run: ServiceRun<Config>) {
  const { config, log, metrics, onClose } = run;
  const db = await openDatabase<Tables>(run, databaseOptions);
  const bus = await openBus(run, streams);
  runInboxCleaning(run, db, streams.events.maxAgeMs);
  measureBacklog(run, db);
  const networks = networksOf(config);
  const urls = createEndpointUrls(networks, internet.resolve);
  const dispatcher = createPublicAgent(internet, {
    isHttpPrivate: true,
    // Many endpoints may be at one host; an attempt must not wait for a connection in the time of its answer.
    connectionsMax: config.DELIVERY_CONCURRENCY,
    ...(networks ? { isInNetworks: networks } : {}),
  });
  onClose('connections', () => dispatcher.close());
  const timeoutMs = config.ATTEMPT_TIMEOUT_MS;
  const app = buildApp({
    db,
    bus,
    urls,
    box: createSecretBox(secretKeysOf(config)),
    readRecord: recordReader(bus),
    post: createPost({ dispatcher, timeoutMs, answerBytesMax }),
    timeoutMs,
    waitsMs: waitsOf(config),
    now: () => new Date(),
    random: Math.random,
    metrics: createWebhooksMetrics(metrics.registry),
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests, events and deliveries', running.stop);
  return { schema: migratedCheck(db, migrations), database: () => pingDb(db), bus: () => bus.ping() };
}

await runService({
  name: 'webhooks',
  version: manifest.version,
  readConfig,
  start,
  migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
});
