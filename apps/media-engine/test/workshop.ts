import type { JobRow } from '@redline/contracts';
import { hasMessage } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import type { z } from 'zod';
import { createTestDb, openBus, startEngine, startTestNats } from './engine.ts';
import { outboxOf } from './rows.ts';

type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Servers of one test file, engines that a test starts on them, and looks at what becomes of its jobs. */
export async function openWorkshop() {
  const [database, nats] = await Promise.all([createTestDb(), startTestNats()]);
  const { db } = database;
  const bus = await openBus(nats.url);
  const engines: Engine[] = [];
  return {
    db,
    bus,
    natsUrl: nats.url,
    async engine(changes: Parameters<typeof startEngine>[2] = {}): Promise<Engine> {
      const started = await startEngine(db, nats.url, changes);
      engines.push(started);
      return started;
    },
    jobGone: (job: JobRow<z.ZodTypeAny>, id: string) =>
      waitFor(async () => !(await hasMessage(bus, 'JOBS', job.subjectOf(id))), {
        what: 'the end of the job',
      }),
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
