import { failureOf, type Scope, textEvents } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { eventMessage } from '@redline/service-kit/outbox';
import { type RecordKind, type Records, recordsIn } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { batchOf } from './batch-of.ts';
import { countChecks } from './check-counts.ts';
import type { Db, Tables } from './tables.ts';

interface Named {
  readonly scope: Scope;
  readonly batchId?: string | null;
}

/** Text checks as records; their life is in service-kit (records), but for what `batched/` does. */
export const checkRecord: RecordKind<Tables, Named> = {
  table: 'text_checks',
  named: sql<Named>`${scopeColumn}, batch_id as "batchId"`,
  failedMessage: ({ scope, batchId }, { id, occurredAt, reason }, options) =>
    eventMessage(
      textEvents.failed,
      { version: 1, id, scope, occurredAt, ...batchOf(batchId), reason, failure: failureOf(reason) },
      options,
    ),
  // Its insertion was counted; a failed check stays in the list.
  onDelete: { with: () => sql`counted as (${countChecks('gone', -1)})` },
  onReopen: { isThere: sql<boolean>`deleted_at is null` },
};

/** Returns the text checks of a database as records. */
export const checkRecords = (db: Db, wakeRelay: () => void): Records<Tables, Named> =>
  recordsIn(db, checkRecord, { wakeRelay });

/** Conditions over checks, by the lane that their jobs are queued on. */
export const lanes = {
  singles: sql<boolean>`batch_id is null`,
  batches: sql<boolean>`batch_id is not null`,
} as const;
