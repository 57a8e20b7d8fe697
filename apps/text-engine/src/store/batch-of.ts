import { isProcessing } from '@redline/service-kit/attempts';
import { sql } from 'kysely';

/** Conditions under which there is work left, by the lane that a check's job lies on. */
export const isProcessingOn = {
  singles: sql<boolean>`${isProcessing} and batch_id is null`,
  batches: sql<boolean>`${isProcessing} and batch_id is not null`,
} as const;

/** What events of a check say of the batch that it is an item of: nothing of a single one. */
export const batchOf = (batchId: string | null): { readonly batchId?: string } =>
  batchId === null ? {} : { batchId };
