import { batchDeletionJob, type JobRow, submissions } from '@redline/contracts';
import {
  type Bus,
  call,
  type DeadMessage,
  listDead,
  publishJob,
  replayDead as replayMessage,
  takeDead,
} from '@redline/service-kit/bus';
import { z } from 'zod';

/** The maximum of dead messages that one command handles; run it again for more. */
export const deadJobsMax = 1_000;

type Requests = (typeof submissions)[keyof typeof submissions]['requests'];

/** A job that can be replayed, and the request that reopens its record. */
interface Replayable {
  readonly row: JobRow<z.ZodTypeAny>;
  /** Null for the deletion of a batch, whose record is gone already. */
  readonly reopen: Requests['reopen'] | null;
}

const replayables: readonly Replayable[] = [
  ...Object.values(submissions).flatMap(({ requests, job, ...others }) => {
    const rows = 'batchJob' in others ? [job, others.batchJob] : [job];
    return rows.map((row) => ({ row, reopen: requests.reopen }));
  }),
  { row: batchDeletionJob, reopen: null },
];

const withId = z.object({ id: z.string() });

const eventPrefix = 'event.';

interface Replayed {
  readonly sequence: number;
  /** Id of the record that the message is about; undefined if its payload has none. */
  readonly id: string | undefined;
  /** `gone` if its record was deleted meanwhile. */
  readonly outcome: 'replayed' | 'gone';
}

async function replayOne(bus: Bus, dead: DeadMessage): Promise<Omit<Replayed, 'sequence'>> {
  const { id } = withId.parse(dead.payload);
  const replayable = replayables.find(({ row }) => row.subjectOf(id) === dead.subject);
  if (!replayable) throw new Error(`no owner is known for dead job ${dead.sequence} (${dead.subject})`);
  const { row, reopen } = replayable;
  if (reopen) {
    const { outcome } = await call(bus, reopen, { id });
    if (outcome === 'not_found') return { id, outcome: 'gone' };
  }
  // Published also if the record was not failed: an earlier replay may have died between reopening and publishing, and
  // a job of a record that is not processing is dropped anyway.
  await publishJob(bus, row, id, row.payload.parse(dead.payload), {
    msgId: `${id}:replay:${dead.sequence}`,
    timeoutMs: 5_000,
  });
  return { id, outcome: 'replayed' };
}

/** Publishes an event again, under the id by which consumers know whether they have handled it. */
async function replayEvent(bus: Bus, { sequence, payload }: DeadMessage): Promise<Replayed> {
  await replayMessage(bus, sequence);
  return { sequence, id: withId.safeParse(payload).data?.id, outcome: 'replayed' };
}

/**
 * Replays dead messages. Of a job the owner reopens the record at no cost, the job is published, the dead message is
 * removed; an event is published again, and those of its consumers that had handled it skip it.
 * @param sequences numbers of dead messages; all (at most {@link deadJobsMax}) if empty
 * @returns one entry for each message
 * @throws Error if there is no dead message of a number, or nobody owns its subject
 */
export async function replayDead(bus: Bus, sequences: readonly number[]): Promise<readonly Replayed[]> {
  const wanted = sequences.length
    ? sequences
    : (await listDead(bus, { limit: deadJobsMax })).map((dead) => dead.sequence);
  const results: Replayed[] = [];
  for (const sequence of wanted) {
    const [dead] = await listDead(bus, { limit: 1, afterSequence: sequence - 1 });
    if (dead?.sequence !== sequence) throw new Error(`there is no dead message ${sequence}`);
    if (dead.subject.startsWith(eventPrefix)) results.push(await replayEvent(bus, dead));
    else
      await takeDead(
        bus,
        sequence,
        async () => void results.push({ sequence, ...(await replayOne(bus, dead)) }),
      );
  }
  return results;
}
