import type { Kysely, Transaction } from 'kysely';
import type { OutboxTables } from '../outbox/index.ts';
import { deleteUntouched } from './delete-untouched.ts';
import { failRecord, type RecordFailure } from './fail.ts';
import type { RecordKind, RecordTable } from './record-kind.ts';
import { refundOrphan } from './refund-orphan.ts';

/**
 * Records of one kind in the database of their owner, as abandoning, working and sweeping see them: each operation in a
 * transaction of its own, and the relay woken after its commit. `recordsIn` makes them of a kind; an owner whose records
 * end in another way than `failRecord` knows gives its own functions.
 * @typeParam N what the payload of a job says of its record besides the id
 */
export interface Records<DB, N> {
  readonly db: Kysely<DB>;
  readonly kind: RecordTable;
  /** Fails a record that meets the condition, with its event; false when there is no such record any more. */
  readonly fail: (failure: RecordFailure) => Promise<boolean>;
  /** Deletes a record that no worker has begun; false when there is no such record. */
  readonly deleteUntouched: (id: string) => Promise<boolean>;
  /** Refunds a job without a record, once however often the job comes. */
  readonly onMissingRecord: (job: N & { readonly id: string }, requestId: string) => Promise<void>;
}

interface RecordsOptions<DB> {
  /** Sends what was written to the outbox; called after a commit. */
  readonly wakeRelay: () => void;
  /** Called after the commit in which a record failed; `wakeRelay` where left out. */
  readonly onFailed?: (id: string) => void;
  /** Fails a record, where that is more than `failRecord`. */
  readonly fail?: (trx: Transaction<DB>, failure: RecordFailure) => Promise<boolean>;
}

/** Returns the records of a kind in a database. */
export function recordsIn<DB extends OutboxTables, N extends object>(
  db: Kysely<DB>,
  kind: RecordKind<DB, N>,
  {
    wakeRelay,
    onFailed = wakeRelay,
    fail = (trx, failure) => failRecord(trx, kind, failure),
  }: RecordsOptions<DB>,
): Records<DB, N> {
  return {
    db,
    kind,
    async fail(failure) {
      const hasFailed = await db.transaction().execute((trx) => fail(trx, failure));
      if (hasFailed) onFailed(failure.id);
      return hasFailed;
    },
    deleteUntouched: (id) => deleteUntouched(db, kind, id),
    async onMissingRecord(job, requestId) {
      await refundOrphan(db, [job.id], requestId, (end, options) => kind.failedMessage(job, end, options));
      wakeRelay();
    },
  };
}
