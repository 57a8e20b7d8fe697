import { reportEvents, type Scope } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { eventMessage } from '@redline/service-kit/outbox';
import { type RecordKind, type Records, recordsIn } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { eventsOfEnd } from '../domain/stream/events.ts';
import { readSections } from './read-sections.ts';
import { streamMessages } from './stream-messages.ts';
import type { Db, Tables } from './tables.ts';

interface Named {
  readonly scope: Scope;
}

/** Reports as records; their life is in service-kit (records). */
export const reportRecord: RecordKind<Tables, Named> = {
  table: 'reports',
  named: sql<Named>`${scopeColumn}`,
  failedMessage: ({ scope }, { id, occurredAt, reason }, options) =>
    eventMessage(reportEvents.failed, { version: 1, id, scope, occurredAt, reason }, options),
  onFail: {
    // The last event of the stream is written in the same transaction; written sections stay.
    messages: async (trx, id) =>
      streamMessages(id, eventsOfEnd(id, await readSections(trx, id), { status: 'failed' })),
  },
  onReopen: {
    isThere: sql<boolean>`deleted_at is null`,
    // It is replayed at no cost.
    set: sql`credit_cost = 0`,
    // The index that holds one report a check would refuse a second one; this answers instead.
    condition: sql<boolean>`not exists (select from reports running
      where running.video_check_id = reports.video_check_id and running.status = 'processing')`,
  },
};

export const reportRecords = (db: Db, wakeRelay: () => void): Records<Tables, Named> =>
  recordsIn(db, reportRecord, { wakeRelay });
