import { batchLane, textEvents, textJob } from '@redline/contracts';
import { hasMessage, listDead, replayDead } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { reopenRecord } from '@redline/service-kit/records';
import { waitFor } from '@redline/testkit';
import { outboxOf } from '@redline/testkit/service';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { deletedEvents } from '../migrations/0015-deleted-events.ts';
import { prepare } from '../src/handlers/prepare.ts';
import { sweepText } from '../src/handlers/sweep.ts';
import { checkWrites } from '../src/store/batched/check-writes.ts';
import { checkRecord } from '../src/store/check-record.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import {
  bodyOf,
  depsOf,
  evaluationOf,
  newId,
  newScope,
  plainJudge,
  publishCheck,
  quiet,
  requestContext,
} from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { gate } from './gate.ts';
import { age, eventsOf, insertOne, payloadsOf, rowOf, statusOf } from './rows.ts';

const bed = await openEngineBed();
const { db, bus, engine, completed, relayed, jobGone } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

const lane = batchLane(textJob);
const publishItem = (check: Awaited<ReturnType<typeof insertOne>>) =>
  publishCheck(bus, check.id, check.scope, check.id, lane);
const newBatch = () => createId('batch');

describe('a text of a batch', () => {
  it('is known as one from its submission on, and is told with its verdict', async () => {
    const [operationId, scope, batchId] = [newId(), newScope(), newBatch()];
    const handle = prepare({
      ...depsOf(db, bus),
      writes: checkWrites(db, { leaseMs: 30_000, maxAttempts: 4 }),
    });
    const submission = { operationId, scope, deadlineMs: Date.now() + 5_000, check: bodyOf(), batchId };
    const answer = await handle(submission, requestContext());
    expect(await handle(submission, requestContext())).toEqual(answer);
    await publishItem({ id: operationId, scope });
    await engine();
    await completed(operationId);
    await relayed(operationId);
    const verdict = { riskLevel: 'high', riskCount: 1, summary: { violation: 1, sceneHint: 0 } };
    expect(await payloadsOf(bus, operationId)).toMatchObject([{ id: operationId, scope, batchId, verdict }]);
  });

  it('does not stand before a check that a client polls for, however many there are', async () => {
    const { opened, open } = gate();
    const held = 'A text of a batch that takes for ever.';
    await engine({
      async judge({ text }) {
        if (text === held) await opened;
        return evaluationOf(text);
      },
      limits: { jobConcurrency: 1 },
    });
    const items = await Promise.all(
      Array.from({ length: 20 }, () => insertOne(db, { text: held, batchId: newBatch() })),
    );
    await Promise.all(items.map(publishItem));
    const single = await bed.submit();
    await completed(single.id);
    await relayed(single.id);
    expect(await statusOf(db, items.at(-1)?.id ?? '')).toBe('processing');
    // Nobody follows a single check by its events.
    const [told] = await payloadsOf(bus, single.id);
    expect(Object.keys(told ?? {})).toEqual(['version', 'id', 'scope', 'occurredAt']);
    open();
  });

  it('is failed once there is no job on its own lane, and its batch is told', async () => {
    const batchId = newBatch();
    const [lost, queued] = [await insertOne(db, { batchId }), await insertOne(db, { batchId })];
    await publishItem(queued);
    for (const { id } of [lost, queued]) await age(db, id, { byMs: 3_600_000 });
    const waits = { neverTakenMs: 120_000, leaseEndedMs: 300_000, batchSize: 1, log: quiet };
    await sweepText(depsOf(db, bus), waits)(new AbortController().signal);
    expect(await outboxOf(db, lost.id)).toMatchObject([
      { subject: 'event.text.check.failed', payload: { batchId, reason: 'never_taken' } },
    ]);
    expect(await rowOf(db, queued.id)).toMatchObject({ status: 'processing', batch_id: batchId });
  });

  it('that is deleted while it is processing tells its batch', async () => {
    const { id, scope } = await insertOne(db, { batchId: 'batch_1' });
    await db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
    expect(await outboxOf(db, id)).toMatchObject([
      { subject: 'event.text.check.cancelled', payload: { batchId: 'batch_1' } },
      { subject: 'event.text.check.deleted', payload: { batchId: 'batch_1' } },
    ]);
  });

  it('that was deleted by an older version has its deleted event from the migration', async () => {
    const { id, scope } = await insertOne(db, { batchId: 'batch_1' });
    await db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
    await db.deleteFrom('outbox').execute();
    await deletedEvents.up(db);
    const [event, ...more] = await outboxOf(db, id);
    expect([event?.subject, more]).toEqual([textEvents.deleted.subject, []]);
    expect(textEvents.deleted.payload.parse(event?.payload)).toMatchObject({ id, scope, batchId: 'batch_1' });
  });

  it('whose attempts break off is kept as dead, and completes when an operator replays it on its lane', async () => {
    let isBroken = true;
    await engine({
      judge: (submission) => {
        if (isBroken) throw new Error('broken');
        return plainJudge(submission);
      },
    });
    const check = await insertOne(db, { batchId: newBatch() });
    await publishItem(check);
    const deadOf = () => listDead(bus, { limit: 1, subject: lane.subjectOf(check.id) });
    await waitFor(async () => (await deadOf()).length > 0);
    isBroken = false;
    expect(await reopenRecord(db, checkRecord, check.id)).toBe('reopened');
    expect(await replayDead(bus, (await deadOf())[0]?.sequence ?? 0)).toBe(true);
    await completed(check.id);
    await relayed(check.id);
    expect(await eventsOf(bus, check.id)).toEqual(['failed', 'completed']);
    await jobGone(check.id);
    expect(await hasMessage(bus, 'JOBS', lane.subjectOf(check.id))).toBe(false);
  });
});
