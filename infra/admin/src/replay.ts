import {
  imageJob,
  imageRequests,
  rewriteJob,
  rewriteRequests,
  textJob,
  textRequests,
  videoJob,
  videoRequests,
} from '@redline/contracts';
import { type Bus, call, type DeadMessage, listDead, publishJob, takeDead } from '@redline/service-kit/bus';
import { z } from 'zod';

/** How many dead jobs one command looks at; run it again for more. */
export const deadJobsMax = 1_000;

/** Which owner reopens the record of a dead job, by the second word of its subject. */
const owners = {
  text: { row: textJob, reopen: textRequests.reopen },
  rewrite: { row: rewriteJob, reopen: rewriteRequests.reopen },
  image: { row: imageJob, reopen: imageRequests.reopen },
  video: { row: videoJob, reopen: videoRequests.reopen },
} as const;

const named = z.object({ id: z.string() });

type Replayed = { readonly sequence: number; readonly id: string; readonly outcome: 'replayed' | 'gone' };

async function replayOne(bus: Bus, dead: DeadMessage): Promise<Omit<Replayed, 'sequence'>> {
  const kind = dead.subject.split('.')[1] as keyof typeof owners;
  const owner = owners[kind];
  if (!owner) throw new Error(`no owner is known for dead job ${dead.sequence} (${dead.subject})`);
  const { id } = named.parse(dead.payload);
  const { outcome } = await call(bus, owner.reopen, { id });
  if (outcome === 'not_found') return { id, outcome: 'gone' };
  // Also when it was not failed: an earlier replay may have died between reopening and publishing,
  // and a job of a record that is not processing is dropped anyway.
  await publishJob(bus, owner.row, id, owner.row.payload.parse(dead.payload), {
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
