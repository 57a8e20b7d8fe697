import { randomUUID } from 'node:crypto';
import { reopenRecord } from '@redline/service-kit/records';
import { describeRecordLife } from '@redline/service-kit/test/record-life';
import { checkRecord, checkRecords } from '../src/store/check-record.ts';
import { finishRewrite } from '../src/store/finish-rewrite.ts';
import { insertRewrite } from '../src/store/insert-rewrite.ts';
import { rewriteRecord, rewriteRecords } from '../src/store/rewrite-record.ts';
import { takeRewrite } from '../src/store/take-rewrite.ts';
import { evaluationOf, newScope, plainRewriter, toStore } from './engine.ts';
import { completedCheck, newRewriteOf } from './rewrite-rows.ts';
import { finishOne, insertOne, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

const scope = newScope();

describeRecordLife('a text check', async () => {
  const { db, dispose } = await createTestDb();
  return {
    records: checkRecords(db, () => undefined),
    insert: async () => (await insertOne(db)).id,
    take: (id, limits) => takeOne(db, id, limits),
    reopen: (id) => reopenRecord(db, checkRecord, id),
    async finish(taken) {
      const event = { id: randomUUID(), subject: 'event.text.check.completed', payload: { id: taken.id } };
      return (await finishOne(db, { taken, evaluation: toStore(evaluationOf('A mug.')), event })) ?? false;
    },
    named: { scope },
    dispose,
  };
});

describeRecordLife('a rewrite', async () => {
  const { db, dispose } = await createTestDb();
  const result = await plainRewriter({
    siteId: scope.siteId,
    text: 'Our drops cure arthritis.',
    selection: {},
    strategy: 'rewrite',
    mode: 'content',
    customFindings: [],
  });
  return {
    records: rewriteRecords(db, () => undefined),
    async insert() {
      const rewrite = newRewriteOf(await completedCheck(db));
      await insertRewrite(db, rewrite);
      return rewrite.id;
    },
    take: (id, limits) => takeRewrite(db, id, limits),
    reopen: (id) => reopenRecord(db, rewriteRecord, id),
    finish: (taken) => finishRewrite(db, { ...taken, scope, strategy: 'rewrite' }, result, 'req_1'),
    named: { scope },
    dispose,
  };
});
