import type { RecordTable } from '@redline/service-kit/records';
import { sql } from 'kysely';

/** Condition under which items of a batch wait for their owners. */
export const isWaiting = sql<boolean>`(status = 'processing' and not handed_out)`;

/**
 * Batches as records. Their job is to hand items out, so that is what they are open for: a batch whose items are all
 * dispatched goes on processing, and no worker takes it.
 */
export const batchTable: RecordTable = { table: 'batches', isOpen: isWaiting };

/** Batches that have not ended, handed out or not. */
export const openBatches: RecordTable = { table: 'batches' };
