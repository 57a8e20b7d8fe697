import { textJob, textRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import {
  type NatsServer,
  type PostgresServer,
  startPostgres,
  startTestNats,
  waitFor,
} from '@redline/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngineDb } from './database.ts';
import { bodyOf, newId, newScope, openBus, publishCheck, startEngine } from './engine.ts';
import { eventsOf } from './rows.ts';

let postgres: PostgresServer;
let database: Awaited<ReturnType<typeof createEngineDb>>;
let nats: NatsServer;
let bus: Bus;

beforeAll(async () => {
  // Not the shared server: this test shuts it down.
  [postgres, nats] = await Promise.all([startPostgres(), startTestNats()]);
  database = await createEngineDb(postgres.adminUrl);
  bus = await openBus(nats.url);
});
afterAll(async () => {
  await bus.close();
  await database.dispose();
  await Promise.all([postgres.dispose(), nats.dispose()]);
});

const scope = newScope();

/** As the gateway does: only what was prepared and published counts as submitted. */
async function submit(): Promise<string | undefined> {
  const id = newId();
  const request = { operationId: id, scope, deadlineMs: Date.now() + 5_000, check: bodyOf() };
  const answer = await call(bus, textRequests.prepare, request).catch(() => undefined);
  if (answer?.outcome !== 'prepared') return undefined;
  await publishCheck(bus, id, scope);
  return id;
}

it('a restart of Postgres in the middle of jobs loses none, costs none an attempt too many, and tells each end once', async () => {
  const job = { ...textJob, ackWaitMs: 3_000 };
  const engine = await startEngine(database.db, nats.url, { job });
  const submitted: string[] = [];
  const submitting = { on: true };
  const client = async () => {
    while (submitting.on) {
      const id = await submit();
      if (id) submitted.push(id);
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const clients = Promise.all([client(), client(), client(), client()]);
  await waitFor(() => submitted.length > 100);
  await postgres.stop();
  const atStop = submitted.length;
  await postgres.start();
  await waitFor(() => submitted.length > atStop + 100, { timeoutMs: 20_000 });
  submitting.on = false;
  await clients;
  const open = () =>
    database.db
      .selectFrom('text_checks')
      .select(['id', 'status', 'attempt'])
      .where('id', 'in', submitted)
      .where('status', '<>', 'completed')
      .execute();
  await waitFor(async () => (await open()).length === 0, {
    timeoutMs: 20_000,
    everyMs: 100,
    what: 'all verdicts',
  });
  const outbox = () => database.db.selectFrom('outbox').select('id').execute();
  await waitFor(async () => (await outbox()).length === 0, { what: 'an empty outbox' });
  const { attempts } = await database.db
    .selectFrom('text_checks')
    .select(({ fn }) => fn.max('attempt').as('attempts'))
    .executeTakeFirstOrThrow();
  expect(attempts).toBeLessThanOrEqual(2);
  for (const id of submitted.slice(-50)) expect(await eventsOf(bus, id)).toEqual(['completed']);
  await engine.stop();
});
