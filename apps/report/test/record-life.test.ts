import { reopenRecord } from '@redline/service-kit/records';
import { describeRecordLife } from '@redline/service-kit/test/record-life';
import { findingsOf } from '../src/domain/findings/findings.ts';
import { finishReport } from '../src/store/finish-report.ts';
import { insertReport } from '../src/store/insert-report.ts';
import { reportRecord, reportRecords } from '../src/store/report-record.ts';
import { takeReport } from '../src/store/take-report.ts';
import { checkOf, createTestDb, newOrder, newScope } from './service.ts';

describeRecordLife('a report', async () => {
  const { db, dispose } = await createTestDb();
  const scope = newScope();
  return {
    records: reportRecords(db, () => undefined),
    async insert() {
      const order = newOrder();
      const findings = findingsOf(checkOf(order.videoCheckId));
      if (!findings) throw new Error('the check is not completed');
      await insertReport(db, { ...order, findings, deadlineMs: Date.now() + 10_000 });
      return order.id;
    },
    take: (id, limits) => takeReport(db, id, limits),
    reopen: (id) => reopenRecord(db, reportRecord, id),
    finish: (taken) =>
      finishReport(db, { ...taken, scope, videoCheckId: 'video_1' }, [], { charged: 1, requestId: 'req_1' }),
    named: { scope },
    dispose,
  };
});
