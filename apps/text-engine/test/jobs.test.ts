import { textJob } from '@redline/contracts';
import { type Bus, hasMessage, listDead, type Running, replayDead } from '@redline/service-kit/bus';
import { type NatsServer, waitFor } from '@redline/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../src/deps.ts';
import { reopen } from '../src/handlers/reopen.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { reopenCheck } from '../src/store/reopen-check.ts';
import { takeCheck } from '../src/store/take-check.ts';
import {
  judgmentOf,
  newId,
  newScope,
  openBus,
  plainJudge,
  publishCheck,
  requestContext,
  startEngine,
} from './engine.ts';
import { gate } from './gate.ts';
import { eventsOf, insertOne, outboxOf, rowOf, statusOf } from './rows.ts';
import { createTestDb, startTestNats } from './servers.ts';

let database: Awaited<ReturnType<typeof createTestDb>>;
let nats: NatsServer;
let bus: Bus;
const engines: Running[] = [];

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDb(), startTestNats()]);
  bus = await openBus(nats.url);
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});
afterAll(async () => {
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

/** Short waits, so that a lost worker is noticed within a second. */
const job: Deps['job'] = { ...textJob, ackWaitMs: 1_000, backoffMs: [10, 20, 20] };

async function engine(changes: Parameters<typeof startEngine>[2] = {}) {
  const started = await startEngine(database.db, nats.url, { job, ...changes });
  engines.push(started);
  return started;
}

async function submit() {
  const check = await insertOne(database.db);
  await publishCheck(bus, check.id, check.scope);
  return check;
}

const jobOf = (id: string) => hasMessage(bus, 'JOBS', textJob.subjectOf(id));
const jobGone = (id: string) => waitFor(async () => !(await jobOf(id)), { what: 'the end of the job' });
const completed = (id: string) =>
  waitFor(async () => (await statusOf(database.db, id)) === 'completed', { what: 'completion' });
const deadOf = (id: string) => listDead(bus, { limit: 10, subject: textJob.subjectOf(id) });
const relayed = (id: string) => waitFor(async () => (await outboxOf(database.db, id)).length === 0);

describe('a job', () => {
  it('completes its check, tells so once and is gone', async () => {
    await engine();
    const { id } = await submit();
    await completed(id);
    await jobGone(id);
    await relayed(id);
    expect(await rowOf(database.db, id)).toMatchObject({
      ...{ status: 'completed', attempt: 1, lease_until: null, risk_level: 'high' },
      ...{ pack_id: 'us', pack_version: '1.0.0', pack_hash: 'abc', reviewer: 'embedded' },
    });
    expect(await eventsOf(bus, id)).toEqual(['completed']);
  });

  it('that comes many times at once, to two engines, is judged and finished once', async () => {
    let judged = 0;
    const judge: Deps['judge'] = ({ text }) => {
      judged += 1;
      return judgmentOf(text);
    };
    await Promise.all([engine({ judge }), engine({ judge })]);
    const { id, scope } = await insertOne(database.db);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => publishCheck(bus, id, scope, `${id}-${index}`)),
    );
    await completed(id);
    await jobGone(id);
    await relayed(id);
    expect(judged).toBe(1);
    expect(await eventsOf(bus, id)).toEqual(['completed']);
    expect(await deadOf(id)).toEqual([]);
  });

  it('of a check that is not there, or not processing, is dropped', async () => {
    const gone = await insertOne(database.db);
    await database.db.transaction().execute((trx) => deleteCheck(trx, gone));
    const unknown = newId();
    await Promise.all([publishCheck(bus, unknown, newScope()), publishCheck(bus, gone.id, gone.scope)]);
    await engine();
    await jobGone(unknown);
    await jobGone(gone.id);
    expect(await statusOf(database.db, gone.id)).toBe('cancelled');
    expect(await deadOf(gone.id)).toEqual([]);
  });

  it('whose worker was killed after taking it is taken by another one after the lease', async () => {
    const held = gate();
    const taken = gate();
    const doomed = await engine({
      judge: async ({ text }) => {
        taken.open();
        await held.opened;
        return judgmentOf(text);
      },
    });
    const { id } = await submit();
    await taken.opened;
    await doomed.bus.connection.close();
    await engine();
    await completed(id);
    expect(await rowOf(database.db, id)).toMatchObject({ attempt: 2, risk_level: 'high' });
    held.open();
    await jobGone(id);
  });

  it('whose worker was paused past its lease is finished by the next one, and the first writes nothing', async () => {
    const held = gate();
    const taken = gate();
    const woke = gate();
    await engine({
      // A paused process takes nothing else.
      limits: { jobConcurrency: 1 },
      judge: async ({ text }) => {
        taken.open();
        await held.opened;
        woke.open();
        return { ...judgmentOf(text), reviewer: 'paused' };
      },
    });
    const { id } = await submit();
    await taken.opened;
    await engine({ judge: ({ text }) => ({ ...judgmentOf(text), reviewer: 'second' }) });
    await completed(id);
    held.open();
    await woke.opened;
    // Stopping waits for the handler, so after this the paused one has done what it could.
    await Promise.all(engines.splice(0).map((one) => one.stop()));
    expect(await rowOf(database.db, id)).toMatchObject({ attempt: 2, reviewer: 'second' });
    expect(await eventsOf(bus, id)).toEqual(['completed']);
  });

  it('whose check is deleted while it is judged writes no verdict, and the refund is told once', async () => {
    const held = gate();
    const taken = gate();
    await engine({
      judge: async ({ text }) => {
        taken.open();
        await held.opened;
        return judgmentOf(text);
      },
    });
    const { id, scope } = await submit();
    await taken.opened;
    const remove = () => database.db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
    const outcomes = await Promise.all([remove(), remove(), remove()]);
    expect(outcomes.toSorted()).toEqual(['cancelled', 'not_found', 'not_found']);
    held.open();
    await jobGone(id);
    await relayed(id);
    expect(await rowOf(database.db, id)).toMatchObject({ status: 'cancelled', text: '', findings: null });
    expect(await eventsOf(bus, id)).toEqual(['cancelled']);
  });
});

describe('a check whose judging breaks off', () => {
  it('is tried again after the backoff, without waiting for the lease', async () => {
    const startedMs = Date.now();
    let calls = 0;
    await engine({
      job: { ...job, ackWaitMs: 1_000 },
      judge: ({ text }) => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
        return judgmentOf(text);
      },
    });
    const { id } = await submit();
    await completed(id);
    expect(await rowOf(database.db, id)).toMatchObject({ attempt: 3, last_error: null });
    expect(Date.now() - startedMs).toBeLessThan(1_000);
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
    expect(await rowOf(database.db, id)).toMatchObject({
      status: 'failed',
      failure_reason: 'attempts_exhausted',
    });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
    expect(await deadOf(id)).toMatchObject([
      { subject: textJob.subjectOf(id), reason: 'gave up after 4 attempts; TypeError: a rule is broken' },
    ]);
  });

  it('because its workers were lost each time is failed by the next taker', async () => {
    const { id, scope } = await insertOne(database.db);
    for (let attempt = 1; attempt <= textJob.maxAttempts; attempt++) {
      const taking = () => takeCheck(database.db, id, { leaseMs: 20, maxAttempts: textJob.maxAttempts });
      await waitFor(async () => (await taking()).outcome === 'taken');
    }
    await publishCheck(bus, id, scope);
    await engine();
    await waitFor(async () => (await deadOf(id)).length > 0);
    await relayed(id);
    expect(await rowOf(database.db, id)).toMatchObject({ status: 'failed', attempt: 4 });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
    expect((await deadOf(id))[0]?.reason).toMatch(/the worker was lost/);
  });

  it('keeps its job as dead even when the worker died between failing the check and keeping the job', async () => {
    const { id, scope } = await insertOne(database.db);
    await database.db
      .updateTable('text_checks')
      .set({ status: 'failed', failure_reason: 'attempts_exhausted', attempt: 4 })
      .where('id', '=', id)
      .execute();
    await publishCheck(bus, id, scope);
    await engine();
    await waitFor(async () => (await deadOf(id)).length === 1);
    await jobGone(id);
    expect(await outboxOf(database.db, id)).toEqual([]);
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
    const answer = await reopen(database)({ id }, requestContext());
    expect(answer).toEqual({ outcome: 'reopened' });
    expect(await rowOf(database.db, id)).toMatchObject({ status: 'processing', attempt: 0 });
    expect(await replayDead(bus, (await deadOf(id))[0]?.sequence ?? 0)).toBe(true);
    await completed(id);
    await jobGone(id);
    await relayed(id);
    expect(await eventsOf(bus, id)).toEqual(['failed', 'completed']);
    expect(await deadOf(id)).toEqual([]);
  });

  it('can be reopened only when it failed with a job: not one in progress, abandoned, deleted or unknown', async () => {
    const { db } = database;
    const { id, scope } = await insertOne(db);
    expect(await reopenCheck(db, id)).toBe('not_failed');
    const set = (failure_reason: 'abandoned' | 'lease_ended') =>
      db.updateTable('text_checks').set({ status: 'failed', failure_reason }).where('id', '=', id).execute();
    await set('abandoned');
    expect(await reopenCheck(db, id)).toBe('not_failed');
    await set('lease_ended');
    expect(await reopenCheck(db, id)).toBe('reopened');
    await db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
    expect(await reopenCheck(db, id)).toBe('not_found');
    expect(await reopenCheck(db, newId())).toBe('not_found');
  });
});
