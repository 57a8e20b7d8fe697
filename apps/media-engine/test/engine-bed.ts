import type { JobRow } from '@redline/contracts';
import { hasMessage } from '@redline/service-kit/bus';
import { openTestBed, waitFor } from '@redline/testkit';
import type { z } from 'zod';
import { createTestDb, openBus, startEngine } from './engine.ts';

/** Opens the servers of one test file, for engines that a test starts on them. */
export async function openEngineBed() {
  const bed = await openTestBed({ database: createTestDb, bus: openBus });
  const { db, bus, nats, services } = bed;
  return {
    ...bed,
    engine: async (changes: Parameters<typeof startEngine>[2] = {}) =>
      services.add(await startEngine(db, nats.url, changes)),
    jobGone: (job: JobRow<z.ZodTypeAny>, id: string) =>
      waitFor(async () => !(await hasMessage(bus, 'JOBS', job.subjectOf(id))), {
        what: 'the end of the job',
      }),
  };
}
