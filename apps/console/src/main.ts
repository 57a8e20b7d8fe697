import { streams } from '@redline/contracts';
import { migratedCheck, pingDb } from '@redline/service-kit/db';
import { onlyDegrades } from '@redline/service-kit/http';
import {
  migrateDatabase,
  openBus,
  openDatabase,
  runService,
  type ServiceRun,
} from '@redline/service-kit/service';
import { migrations } from '../migrations/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { databaseOptions, type Tables } from './store/tables.ts';

async function start(run: ServiceRun<Config>) {
  const { config, log, metrics, onClose, closing } = run;
  const db = await openDatabase<Tables>(run, databaseOptions);
  const bus = await openBus(run, streams);
  const app = await buildApp({ config, log, metrics, db, bus, closing });
  onClose('requests and janitor', app.start().stop);
  onClose('http', () => app.http.close());
  await app.http.listen({ host: config.HOST, port: config.PORT });
  return {
    schema: migratedCheck(db, migrations),
    database: () => pingDb(db),
    // Without it people sign in, and read what the gateways have.
    bus: onlyDegrades(() => bus.ping()),
  };
}

await runService({
  name: 'console',
  version: manifest.version,
  readConfig,
  start,
  migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
});
