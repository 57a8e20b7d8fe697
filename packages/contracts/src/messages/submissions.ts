import { batchJob, batchRequests } from './batches.ts';
import { imageBatchJob, imageJob, imageRequests, videoBatchJob, videoJob, videoRequests } from './media.ts';
import { reportJob, reportRequests } from './reports.ts';
import { rewriteJob, rewriteRequests } from './rewrites.ts';
import { textBatchJob, textJob, textRequests } from './text.ts';

/**
 * The kinds of records that clients submit, each with the requests that its owner serves and the jobs that it takes:
 * `job` of a single submission and, where items of batches are such records, `batchJob` of those.
 */
export const submissions = {
  text: { requests: textRequests, job: textJob, batchJob: textBatchJob },
  rewrite: { requests: rewriteRequests, job: rewriteJob },
  image: { requests: imageRequests, job: imageJob, batchJob: imageBatchJob },
  video: { requests: videoRequests, job: videoJob, batchJob: videoBatchJob },
  batch: { requests: batchRequests, job: batchJob },
  report: { requests: reportRequests, job: reportJob },
} as const;
export type SubmissionKind = keyof typeof submissions;
