import {
  batchDeletionJob,
  batchJob,
  batchRequests,
  imageBatchJob,
  imageJob,
  imageRequests,
  type JobRow,
  reportJob,
  reportRequests,
  rewriteJob,
  rewriteRequests,
  textBatchJob,
  textJob,
  textRequests,
  videoBatchJob,
  videoJob,
  videoRequests,
} from '@redline/contracts';
import { type Bus, call, type DeadMessage, listDead, publishJob, takeDead } from '@redline/service-kit/bus';
import { z } from 'zod';

/** How many dead jobs one command looks at; run it again for more. */
export const deadJobsMax = 1_000;

/** Who reopens the record of a dead job; the deletion of a batch, whose record is gone already, needs nobody. */
const kinds = [
  { row: textJob, reopen: textRequests.reopen },
  { row: textBatchJob, reopen: textRequests.reopen },
  { row: rewriteJob, reopen: rewriteRequests.reopen },
  { row: imageJob, reopen: imageRequests.reopen },
  { row: imageBatchJob, reopen: imageRequests.reopen },
  { row: videoJob, reopen: videoRequests.reopen },
  { row: videoBatchJob, reopen: videoRequests.reopen },
  { row: batchJob, reopen: batchRequests.reopen },
  { row: batchDeletionJob, reopen: null },
  { row: reportJob, reopen: reportRequests.reopen },
] as const;

const named = z.object({ id: z.string() });

type Replayed = { readonly sequence: number; readonly id: string; readonly outcome: 'replayed' | 'gone' };

async function replayOne(bus: Bus, dead: DeadMessage): Promise<Omit<Replayed, 'sequence'>> {
  const { id } = named.parse(dead.payload);
  const kind = kinds.find(({ row }) => row.subjectOf(id) === dead.subject);
  if (!kind) throw new Error(`no owner is known for dead job ${dead.sequence} (${dead.subject})`);
  if (kind.reopen) {
    const { outcome } = await call(bus, kind.reopen, { id });
    if (outcome === 'not_found') return { id, outcome: 'gone' };
  }
  // Also when it was not failed: an earlier replay may have died between reopening and publishing,
  // and a job of a record that is not processing is dropped anyway.
  const row: JobRow<z.ZodTypeAny> = kind.row;
  await publishJob(bus, row, id, row.payload.parse(dead.payload), {
    msgId: `${id}:replay:${dead.sequence}`,
    timeoutMs: 5_000,
  });
  return { id, outcome: 'replayed' };
}

/**
 * Puts dead jobs back to work: the owner reopens the record at no cost, the job is published, the dead copy goes.
 * @param sequences which ones; all (at most {@link deadJobsMax}) when empty
 * @returns what became of each; `gone` when its record was deleted meanwhile
 */
export async function replayDead(bus: Bus, sequences: readonly number[]): Promise<readonly Replayed[]> {
  const wanted = sequences.length
    ? sequences
    : (await listDead(bus, { limit: deadJobsMax })).map((dead) => dead.sequence);
  const results: Replayed[] = [];
  for (const sequence of wanted) {
    const found = await takeDead(bus, sequence, async (dead) => {
      results.push({ sequence, ...(await replayOne(bus, dead)) });
    });
    if (!found) throw new Error(`there is no dead job ${sequence}`);
  }
  return results;
}
