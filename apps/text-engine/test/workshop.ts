import { rewriteJob, textJob } from '@redline/contracts';
import { hasMessage, listDead } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import type { Deps } from '../src/deps.ts';
import { openBus, publishCheck, startEngine } from './engine.ts';
import { insertOne, outboxOf, statusOf } from './rows.ts';
import { createTestDb, startTestNats } from './servers.ts';

type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Short waits, so that a lost worker is noticed within a second. */
const job: Deps['job'] = { ...textJob, ackWaitMs: 1_000, backoffMs: [10, 20, 20] };

const shortRewriteJob: Deps['rewriteJob'] = { ...rewriteJob, ackWaitMs: 1_000, backoffMs: [10, 20, 20] };

/** Servers of one test file, engines that a test starts on them, and looks at what becomes of its jobs. */
export async function openWorkshop() {
  const [database, nats] = await Promise.all([createTestDb(), startTestNats()]);
  const { db } = database;
  const bus = await openBus(nats.url);
  const engines: Engine[] = [];
  return {
    db,
    bus,
    job,
    async engine(changes: Parameters<typeof startEngine>[2] = {}): Promise<Engine> {
      const started = await startEngine(db, nats.url, { job, rewriteJob: shortRewriteJob, ...changes });
      engines.push(started);
      return started;
    },
    /** A connection that was lost for good. */
    async closedBus() {
      const lost = await openBus(nats.url);
      await lost.close();
      return lost;
    },
    async submit() {
      const check = await insertOne(db);
      await publishCheck(bus, check.id, check.scope);
      return check;
    },
    jobGone: (id: string) =>
      waitFor(async () => !(await hasMessage(bus, 'JOBS', textJob.subjectOf(id))), {
        what: 'the end of the job',
      }),
    completed: (id: string) =>
      waitFor(async () => (await statusOf(db, id)) === 'completed', { what: 'completion' }),
    deadOf: (id: string) => listDead(bus, { limit: 10, subject: textJob.subjectOf(id) }),
    relayed: (id: string) =>
      waitFor(async () => (await outboxOf(db, id)).length === 0, { what: 'the end of the outbox' }),
    /** Waits for their handlers too. */
    async stopEngines() {
      await Promise.all(engines.splice(0).map((engine) => engine.stop()));
    },
    async dispose() {
      await bus.close();
      await Promise.all([database.dispose(), nats.dispose()]);
    },
  };
}
