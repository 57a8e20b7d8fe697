import { z } from 'zod';
import { transcriptStatus } from '../http/video-checks.ts';
import { endedEvent } from './payloads.ts';
import type { JobRow } from './rows.ts';

/** The verdict on an item, as its batch stores it. */
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

/** The field of submissions and events of a check that is an item of a batch. */
export const ofBatch = { batchId: z.string().optional().describe('The batch that it is an item of') };
/** Fields of the event of such a check that has ended with a verdict. */
export const ofBatchWithVerdict = { ...ofBatch, verdict: itemVerdictSchema.optional() };

/**
 * Builds the event of a check that its client has deleted, in whatever state it was; one that was still processing has its
 * cancelled event too, which is its refund. Every service that holds a copy of its content erases that.
 */
export const deletedEvent = (subject: string) => endedEvent(subject, ofBatch);

/**
 * Returns the lane of the same jobs for items of batches, so that these never delay a single check.
 * @param row the jobs of single checks, `job.<kind>.<id>`; those of the lane are `job.<kind>.batch.<id>`
 */
export const batchLane = <R extends JobRow<z.ZodTypeAny>>(row: R): R => ({
  ...row,
  kind: `${row.kind}-batch`,
  subjectOf: (id: string) => `job.${row.kind}.batch.${id}`,
  filterSubject: `job.${row.kind}.batch.*`,
});
