import type { NatsServer } from './nats/start-nats.ts';
import type { MigratedDatabase } from './service/migrated-database.ts';
import { outboxOf } from './service/records.ts';
import { createRunningList, type RunningList } from './service/running-list.ts';
import { startTestNats } from './test-servers.ts';
import { waitFor } from './wait-for.ts';

/** The servers that the tests of one file share, and what they start on them. */
export interface TestBed<Db, Bus> {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly nats: NatsServer;
  readonly bus: Bus;
  readonly services: RunningList;
  /** Waits until what a record wrote to the outbox is published. */
  readonly relayed: (id: string) => Promise<unknown>;
  /** Stops the services that still run, and then the servers. */
  readonly dispose: () => Promise<void>;
}

/**
 * Opens a database and a NATS server of one test file.
 * @param open `database` makes the database, `bus` connects to NATS as the service does
 */
export async function openTestBed<
  Db extends Parameters<typeof outboxOf>[0],
  Bus extends { readonly close: () => Promise<void> },
>(open: {
  readonly database: () => Promise<MigratedDatabase<Db>>;
  readonly bus: (natsUrl: string) => Promise<Bus>;
}): Promise<TestBed<Db, Bus>> {
  const [database, nats] = await Promise.all([open.database(), startTestNats()]);
  const { db, url } = database;
  const bus = await open.bus(nats.url);
  const services = createRunningList();
  return {
    db,
    databaseUrl: url,
    nats,
    bus,
    services,
    relayed: (id) =>
      waitFor(async () => (await outboxOf(db, id)).length === 0, { what: 'the end of the outbox' }),
    async dispose() {
      await services.stopAll();
      await bus.close();
      await Promise.all([database.dispose(), nats.dispose()]);
    },
  };
}
