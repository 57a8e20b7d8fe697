import { createMetrics } from '@redline/service-kit/metrics';
import { describeRecordLife } from '@redline/service-kit/test/record-life';
import { batchRecords } from '../src/handlers/batch-records.ts';
import { idsOf } from '../src/handlers/item-ids.ts';
import { createOrchestratorMetrics } from '../src/orchestrator-metrics.ts';
import { takeBatch } from '../src/store/dispatch.ts';
import { insertBatch } from '../src/store/insert-batch.ts';
import { reopenBatch } from '../src/store/reopen-batch.ts';
import { createTestDb, newBatchId, newScope } from './orchestrator.ts';

const scope = newScope();
const text = { kind: 'text', index: 0, text: 'A mug.', url: null, title: null, size: null } as const;

// Nobody finishes a batch: it ends with the last of its items.
describeRecordLife('a batch', async () => {
  const { db, dispose } = await createTestDb();
  const metrics = createOrchestratorMetrics(createMetrics({ service: 'test' }).registry);
  return {
    records: batchRecords({ db, metrics, wakeRelay: () => undefined }),
    async insert() {
      const id = newBatchId();
      const item = { ...text, ...idsOf(id, text), durationSeconds: null, width: null, height: null };
      const place = {
        productVertical: null,
        platform: 'shortvideo_us',
        vertical: 'beauty',
        explainLocale: 'en-US',
      };
      await insertBatch(db, {
        id,
        scope,
        ...place,
        name: 'Spring',
        deadlineMs: Date.now() + 60_000,
        items: [item],
      });
      return id;
    },
    take: (id, limits) => takeBatch(db, id, limits),
    reopen: (id) => reopenBatch(db, id),
    named: { scope },
    dispose,
  };
});
