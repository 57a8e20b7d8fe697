import { z } from 'zod';
import { transcriptStatus } from '../http/video-checks.ts';
import type { JobRow } from './rows.ts';

/** What a batch shows of one of its items once that has ended. */
export const itemVerdictSchema = z.object({
  riskLevel: z.string().describe('As the site says it of this kind of check'),
  summary: z
    .record(z.string(), z.number().int())
    .describe('As the site counts: violation, sceneHint; strict, …'),
  riskCount: z.number().int().optional().describe('Of texts'),
  labels: z.array(z.record(z.string(), z.string())).optional().describe('By locale; of images and videos'),
  transcriptStatus: transcriptStatus.optional().describe('Of videos'),
});
export type ItemVerdict = z.infer<typeof itemVerdictSchema>;

/** On the submission of a check, and on every event of it, that is an item of a batch. */
export const ofBatch = { batchId: z.string().optional().describe('The batch that it is an item of') };
/** On the event of such a check that has ended with a verdict. */
export const ofBatchWithVerdict = { ...ofBatch, verdict: itemVerdictSchema.optional() };

/**
 * The lane of the same jobs for items of batches, so that these never stand before a check that somebody waits for.
 * @param row of single checks, `job.<kind>.<id>`; that of the lane is `job.<kind>.batch.<id>`
 */
export const batchLane = <R extends JobRow<z.ZodTypeAny>>(row: R): R => ({
  ...row,
  kind: `${row.kind}-batch`,
  subjectOf: (id: string) => `job.${row.kind}.batch.${id}`,
  filterSubject: `job.${row.kind}.batch.*`,
});
