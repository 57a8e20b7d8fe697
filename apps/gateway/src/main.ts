import { streams } from '@redline/contracts';
import { migratedCheck, pingDb } from '@redline/service-kit/db';
import { onlyDegrades } from '@redline/service-kit/http';
import {
  migrateDatabase,
  openBus,
  openDatabase,
  provisionStreams,
  runService,
  type ServiceRun,
} from '@redline/service-kit/service';
import { migrations } from '../migrations/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { type GatewayConfig, readConfig, streamSizesOf } from './config.ts';
import { listen, listenInternally } from './listen.ts';
import { databaseOptions, type GatewayTables } from './store/tables.ts';

async function start(run: ServiceRun<GatewayConfig>) {
  const { config, log, metrics, onClose, closing } = run;
  const db = await openDatabase<GatewayTables>(run, databaseOptions);
  const bus = await openBus(run, streams);
  // Without either it answers what it can: all gateways at once would otherwise be taken off the net.
  const checks = {
    schema: migratedCheck(db, migrations),
    database: onlyDegrades(() => pingDb(db)),
    bus: onlyDegrades(() => bus.ping()),
  };
  const app = await buildApp({
    config,
    log,
    metrics,
    db,
    bus,
    closing,
    checks: { ...checks, running: run.notDraining },
  });
  const running = app.start();
  onClose('requests and janitor', running.stop);
  onClose('http', () => app.http.close());
  await app.http.ready();
  if (config.DELEGATION_SECRETS)
    await listenInternally(app.internal, config.INTERNAL_HOST, config.INTERNAL_PORT);
  await listen(app.http, config.HOST, config.PORT);
  return checks;
}

await runService({
  name: 'gateway',
  version: manifest.version,
  readConfig,
  start,
  migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
  provision: {
    name: 'stream-keeper',
    run: (run, { watch }) => provisionStreams(run, streams, { watch, maxBytes: streamSizesOf(run.config) }),
  },
});
