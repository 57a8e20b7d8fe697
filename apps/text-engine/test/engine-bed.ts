import { rewriteJob, textJob } from '@redline/contracts';
import { hasMessage, listDead } from '@redline/service-kit/bus';
import { openTestBed, waitFor } from '@redline/testkit';
import type { Deps } from '../src/deps.ts';
import { openBus, publishCheck, startEngine } from './engine.ts';
import { insertOne, statusOf } from './rows.ts';
import { createTestDb } from './servers.ts';

/** Short waits, so that a lost worker is noticed within a second. */
const job: Deps['job'] = { ...textJob, ackWaitMs: 1_000, backoffMs: [10, 20, 20] };

const shortRewriteJob: Deps['rewriteJob'] = { ...rewriteJob, ackWaitMs: 1_000, backoffMs: [10, 20, 20] };

/** Opens the servers of one test file, for engines that a test starts on them. */
export async function openEngineBed() {
  const bed = await openTestBed({ database: createTestDb, bus: openBus });
  const { db, bus, nats, services } = bed;
  return {
    ...bed,
    job,
    engine: async (changes: Parameters<typeof startEngine>[2] = {}) =>
      services.add(await startEngine(db, nats.url, { job, rewriteJob: shortRewriteJob, ...changes })),
    /** Returns a connection that was lost for good. */
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
  };
}
