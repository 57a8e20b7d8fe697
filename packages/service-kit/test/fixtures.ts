import { createDatabase, startNats, testServers } from '@redline/testkit';
import { z } from 'zod';
import { type Bus, connectBus, ensureStreams, type JobRow } from '../src/bus/index.ts';
import { createDb, migrate, type SessionOptions } from '../src/db/index.ts';
import { createLogger } from '../src/log/index.ts';
import { outboxMigration, publishedMigration } from '../src/outbox/index.ts';

export const quiet = createLogger({ service: 'test', level: 'silent' });

export const streams = {
  jobs: { name: 'JOBS', subjects: ['job.>'], retention: 'workqueue', maxAgeMs: 3_600_000 },
  events: { name: 'EVENTS', subjects: ['event.>'], retention: 'limits', maxAgeMs: 3_600_000 },
  dead: { name: 'DEAD', subjects: ['dead.>'], retention: 'limits', maxAgeMs: 3_600_000 },
} as const;

/** A NATS server of one test file alone, which may be killed and started again. */
export const ownNats = () => startNats({ binary: testServers().natsServerBinary });

/** An empty database of one test file alone, whose connections begin with the settings of `session`. */
export async function ownDatabase(session?: SessionOptions) {
  const database = await createDatabase(testServers().postgresAdminUrl, 'service_kit');
  if (session) {
    const connecting = { url: database.url, statementTimeoutMs: 60_000, applicationName: 'migrate' };
    const db = createDb<object>({ ...connecting, poolMax: 2 });
    await migrate(db, {}, { session });
    await db.destroy();
  }
  return database;
}

/** The tables of outbox and inbox. */
export const outboxMigrations = {
  '0001-outbox': outboxMigration,
  '0002-outbox-published': publishedMigration,
};

/** A bus with the three streams. */
export async function openBus(url: string): Promise<Bus> {
  const bus = await connectBus({ url, name: 'test', log: quiet });
  await ensureStreams(bus, streams);
  return bus;
}

export const workSchema = z.object({ id: z.string() });

/** A job kind of its own for each test, so that tests of one server do not meet. */
export function jobRow(
  kind: string,
  changes: Partial<JobRow<typeof workSchema>> = {},
): JobRow<typeof workSchema> {
  return {
    kind,
    subjectOf: (id) => `job.${kind}.${id}`,
    filterSubject: `job.${kind}.*`,
    payload: workSchema,
    ackWaitMs: 20_000,
    maxAttempts: 4,
    backoffMs: [50, 100],
    ...changes,
  };
}

/** A promise that a test settles by hand. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}
