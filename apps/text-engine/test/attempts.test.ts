import { textJob } from '@redline/contracts';
import { replayDead } from '@redline/service-kit/bus';
import { reopenHandler, reopenRecord } from '@redline/service-kit/records';
import { waitFor } from '@redline/testkit';
import { outboxOf } from '@redline/testkit/service';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { checkRecord } from '../src/store/check-record.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { evaluationOf, newId, plainJudge, publishCheck } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { eventsOf, insertOne, rowOf, takeOne } from './rows.ts';

const bed = await openEngineBed();
const { db, bus, engine, submit, jobGone, completed, deadOf, relayed } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

describe('a check whose judging breaks off', () => {
  it('is tried again after the backoff, without waiting for the lease', async () => {
    let calls = 0;
    await engine({
      job: { ...bed.job, ackWaitMs: 60_000 },
      judge: ({ text }) => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
        return evaluationOf(text);
      },
    });
    const { id } = await submit();
    await completed(id);
    expect(await rowOf(db, id)).toMatchObject({ attempt: 3, last_error: null });
  });

  it('for the last time fails once: one event, one dead job with its reason, no more attempts', async () => {
    let calls = 0;
    await engine({
      judge: () => {
        calls += 1;
        throw new TypeError('a rule is broken');
      },
    });
    const { id } = await submit();
    await waitFor(async () => (await deadOf(id)).length > 0);
    await jobGone(id);
    await relayed(id);
    expect(calls).toBe(textJob.maxAttempts);
    expect(await rowOf(db, id)).toMatchObject({
      status: 'failed',
      failure_reason: 'attempts_exhausted',
    });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
    expect(await deadOf(id)).toMatchObject([
      { subject: textJob.subjectOf(id), reason: 'gave up after 4 attempts; TypeError: a rule is broken' },
    ]);
  });

  it('because its workers were lost each time is failed by the next taker', async () => {
    const { id, scope } = await insertOne(db);
    for (let attempt = 1; attempt <= textJob.maxAttempts; attempt++) {
      const taking = () => takeOne(db, id, { leaseMs: 20, maxAttempts: textJob.maxAttempts });
      await waitFor(async () => (await taking()).outcome === 'taken');
    }
    await publishCheck(bus, id, scope);
    await engine();
    await waitFor(async () => (await deadOf(id)).length > 0);
    await relayed(id);
    expect(await rowOf(db, id)).toMatchObject({ status: 'failed', attempt: 4 });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
    expect((await deadOf(id))[0]?.reason).toMatch(/the worker was lost/);
  });

  it('keeps its job as dead even when the worker died between failing the check and keeping the job', async () => {
    const { id, scope } = await insertOne(db);
    await db
      .updateTable('text_checks')
      .set({ status: 'failed', failure_reason: 'attempts_exhausted', attempt: 4 })
      .where('id', '=', id)
      .execute();
    await publishCheck(bus, id, scope);
    await engine();
    await waitFor(async () => (await deadOf(id)).length === 1);
    await jobGone(id);
    expect(await outboxOf(db, id)).toEqual([]);
  });

  it('completes when an operator reopens it and replays its job', async () => {
    let broken = true;
    await engine({
      judge: (submission) => {
        if (broken) throw new Error('broken');
        return plainJudge(submission);
      },
    });
    const { id } = await submit();
    await waitFor(async () => (await deadOf(id)).length > 0);
    broken = false;
    const answer = await reopenHandler(db, checkRecord)({ id });
    expect(answer).toEqual({ outcome: 'reopened' });
    expect(await rowOf(db, id)).toMatchObject({ status: 'processing', attempt: 0 });
    expect(await replayDead(bus, (await deadOf(id))[0]?.sequence ?? 0)).toBe(true);
    await completed(id);
    await jobGone(id);
    await relayed(id);
    expect(await eventsOf(bus, id)).toEqual(['failed', 'completed']);
    expect(await deadOf(id)).toEqual([]);
  });

  it('can be reopened only when it failed with a job: not one in progress, abandoned, deleted or unknown', async () => {
    const { id, scope } = await insertOne(db);
    expect(await reopenRecord(db, checkRecord, id)).toBe('not_failed');
    const set = (failure_reason: 'abandoned' | 'lease_ended') =>
      db.updateTable('text_checks').set({ status: 'failed', failure_reason }).where('id', '=', id).execute();
    await set('abandoned');
    expect(await reopenRecord(db, checkRecord, id)).toBe('not_failed');
    await set('lease_ended');
    expect(await reopenRecord(db, checkRecord, id)).toBe('reopened');
    await db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
    expect(await reopenRecord(db, checkRecord, id)).toBe('not_found');
    expect(await reopenRecord(db, checkRecord, newId())).toBe('not_found');
  });
});
