import { sql } from 'kysely';
import { finishRecord, recordsIn, reopenRecord, takeRecord } from '../src/records/index.ts';
import { insertParcel, parcelDatabase, parcels } from './parcels.ts';
import { describeRecordLife } from './record-life.ts';

describeRecordLife('a parcel', async () => {
  const { db, dispose } = await parcelDatabase();
  return {
    records: recordsIn(db, parcels, { wakeRelay: () => undefined }),
    insert: () => insertParcel(db),
    take: (id, limits) => takeRecord(db, parcels, id, limits, sql<object>`label`),
    reopen: (id) => reopenRecord(db, parcels, id),
    finish: (taken) =>
      db
        .transaction()
        .execute(async (trx) =>
          Boolean(await finishRecord(trx, parcels, taken, { set: sql`label = 'done'` })),
        ),
    named: { sender: 'ann' },
    dispose,
  };
});
