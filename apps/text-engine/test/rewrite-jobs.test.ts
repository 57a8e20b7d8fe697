import { billingRequests, rewriteJob, type Scope } from '@redline/contracts';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import { hasMessage, listDead, type Running, serve } from '@redline/service-kit/bus';
import { reopenRecord } from '@redline/service-kit/records';
import { waitFor } from '@redline/testkit';
import { subjectsOf } from '@redline/testkit/service';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sweepText } from '../src/handlers/sweep.ts';
import { insertChecks } from '../src/store/batched/insert-checks.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { insertRewrite } from '../src/store/insert-rewrite.ts';
import { rewriteRecord } from '../src/store/rewrite-record.ts';
import { takeRewrite } from '../src/store/take-rewrite.ts';
import { depsOf, newCheckOf, newId, newScope, plainRewriter, publishCheck, quiet } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { gate } from './gate.ts';
import { completedCheck, newRewriteOf, publishRewrite, rewriteRow } from './rewrite-rows.ts';
import { eventsOf, rowOf } from './rows.ts';

const bed = await openEngineBed();
const { db, bus, engine, relayed } = bed;
const neighbours: Running[] = [];
afterEach(async () => {
  await bed.services.stopAll();
  await Promise.all(neighbours.splice(0).map((one) => one.stop()));
});
afterAll(bed.dispose);

const told = async (id: string) =>
  (await eventsOf(bus, id)).map((subject) => subject.replace('event.text.rewrite.', ''));
const ended = (id: string, status: string) =>
  waitFor(async () => (await rewriteRow(db, id))?.status === status, { what: `the rewrite to be ${status}` });
const jobGone = (id: string) =>
  waitFor(async () => !(await hasMessage(bus, 'JOBS', rewriteJob.subjectOf(id))), { what: 'the job to go' });

async function begun(scope?: Scope) {
  const check = await completedCheck(db, scope);
  const rewrite = newRewriteOf(check);
  await insertRewrite(db, rewrite);
  return { check, id: rewrite.id, scope: check.scope };
}

describe('the job of a rewrite', () => {
  it('shows the new text on its check and tells so once', async () => {
    await engine();
    const { check, id, scope } = await begun();
    await publishRewrite(bus, id, scope);
    await ended(id, 'completed');
    await jobGone(id);
    await relayed(id);
    expect(await rowOf(db, check.id)).toMatchObject({
      fix_status: 'completed',
      fixed_text: 'Our drops smell of mint.',
    });
    expect(await rewriteRow(db, id)).toMatchObject({ status: 'completed', writer: 'embedded' });
    expect(await told(id)).toEqual(['completed']);
  });

  it('that comes many times at once, to two engines, is done once', async () => {
    let done = 0;
    const rewriter: Rewriter = (task) => {
      done += 1;
      return plainRewriter(task);
    };
    await Promise.all([engine({ rewriter }), engine({ rewriter })]);
    const { id, scope } = await begun();
    await Promise.all(Array.from({ length: 10 }, (_, at) => publishRewrite(bus, id, scope, `${id}-${at}`)));
    await ended(id, 'completed');
    await jobGone(id);
    await relayed(id);
    expect(done).toBe(1);
    expect(await told(id)).toEqual(['completed']);
  });

  it('adds a version a rewrite on the main site, and ends with no rewrite running', async () => {
    await engine();
    const { check, id, scope } = await begun(newScope({ siteId: 'main' }));
    await publishRewrite(bus, id, scope);
    await ended(id, 'completed');
    const second = newRewriteOf(check, { strategy: 'precise' });
    await insertRewrite(db, second);
    await publishRewrite(bus, second.id, scope);
    await ended(second.id, 'completed');
    const text = 'Our drops smell of mint.';
    expect((await rowOf(db, check.id))?.fixes).toMatchObject([
      { version: 1, strategy: 'rewrite', fixedText: text, riskCount: 0, accepted: true },
      { version: 2, strategy: 'precise', fixedText: text },
    ]);
  });

  it('that is not accepted fails and is refunded, and on the main site is a version with its reason', async () => {
    const refused: Rewriter = () => ({
      ...{ text: '', riskCount: 0, accepted: false, refusal: 'nothing_left', writer: 'embedded' },
    });
    await engine({ rewriter: refused });
    const { check, id, scope } = await begun();
    await publishRewrite(bus, id, scope);
    await ended(id, 'failed');
    await jobGone(id);
    await relayed(id);
    expect(await rewriteRow(db, id)).toMatchObject({ failure_reason: 'nothing_left', attempt: 1 });
    expect(await rowOf(db, check.id)).toMatchObject({ fix_status: 'failed', fixed_text: null });
    expect(await told(id)).toEqual(['failed']);
    const main = await begun(newScope({ siteId: 'main' }));
    await publishRewrite(bus, main.id, main.scope);
    await ended(main.id, 'completed');
    expect((await rowOf(db, main.check.id))?.fixes).toMatchObject([
      { version: 1, fixedText: '', accepted: false, reason: 'nothing_left' },
    ]);
  });

  it('of a check that was deleted meanwhile finishes nothing', async () => {
    const { opened, open } = gate();
    const { opened: started, open: start } = gate();
    await engine({
      rewriter: async (task) => {
        start();
        await opened;
        return plainRewriter(task);
      },
    });
    const { check, id, scope } = await begun();
    await publishRewrite(bus, id, scope);
    await started;
    await db.transaction().execute((trx) => deleteCheck(trx, check));
    open();
    await jobGone(id);
    await relayed(id);
    expect(await rewriteRow(db, id)).toMatchObject({ status: 'cancelled' });
    expect(await rowOf(db, check.id)).toMatchObject({ text: '', fixed_text: null });
    expect(await told(id)).toEqual(['cancelled']);
  });

  it('of a worker that died is given to another one', async () => {
    const { id, scope } = await begun();
    await takeRewrite(db, id, { leaseMs: 200, maxAttempts: 4 });
    await publishRewrite(bus, id, scope);
    await engine();
    await ended(id, 'completed');
    expect(await rewriteRow(db, id)).toMatchObject({ attempt: 2 });
  });

  it('that breaks off each time fails once, is refunded, kept as dead, and done when it is replayed', async () => {
    const broken: Rewriter = () => {
      throw new TypeError('a rule is broken');
    };
    await engine({ rewriter: broken });
    const { check, id, scope } = await begun();
    await publishRewrite(bus, id, scope);
    await ended(id, 'failed');
    await jobGone(id);
    await relayed(id);
    expect(await rewriteRow(db, id)).toMatchObject({ attempt: 4, failure_reason: 'attempts_exhausted' });
    expect((await rowOf(db, check.id))?.fix_status).toBe('failed');
    expect(await told(id)).toEqual(['failed']);
    const dead = await listDead(bus, { limit: 10, subject: rewriteJob.subjectOf(id) });
    expect(dead).toMatchObject([{ reason: expect.stringContaining('a rule is broken') }]);
    await bed.services.stopAll();
    expect(await reopenRecord(db, rewriteRecord, id)).toBe('reopened');
    await engine();
    await publishRewrite(bus, id, scope, `${id}:again`);
    await ended(id, 'completed');
  });

  it('without a record gives its charge back, once', async () => {
    await engine();
    const { id } = newRewriteOf({ id: newId(), scope: newScope() });
    await publishRewrite(bus, id, newScope(), `${id}-1`);
    await publishRewrite(bus, id, newScope(), `${id}-2`);
    await waitFor(async () => (await told(id)).length > 0);
    await jobGone(id);
    expect(await told(id)).toEqual(['failed']);
  });
});

describe('a rewrite that nobody will finish', () => {
  it('fails and is refunded by the sweeper: its gateway died between the charge and the publish', async () => {
    const { check, id } = await begun();
    await db
      .updateTable('rewrites')
      .set({ updated_at: new Date(Date.now() - 121_000) })
      .where('id', '=', id)
      .execute();
    const options = { neverTakenMs: 120_000, leaseEndedMs: 300_000, batchSize: 100, log: quiet };
    await sweepText(depsOf(db, bus), options)(new AbortController().signal);
    expect(await rewriteRow(db, id)).toMatchObject({ status: 'failed', failure_reason: 'never_taken' });
    expect((await rowOf(db, check.id))?.fix_status).toBe('failed');
    expect(await subjectsOf(db, id)).toEqual(['event.text.rewrite.failed']);
  });
});

describe('a rewrite that is asked for with its check', () => {
  /** A billing service that gives one answer and records its requests. */
  function billing(outcome: 'charged' | 'insufficient_credits') {
    const operations: string[] = [];
    neighbours.push(
      serve(
        bus,
        billingRequests.charge,
        async ({ operationId }) => {
          operations.push(operationId);
          return outcome === 'charged'
            ? { outcome, amount: 3 }
            : { outcome, requiredCredits: 3, currentBalance: 1 };
        },
        { queue: 'billing', concurrency: 4 },
      ),
    );
    return operations;
  }

  async function submitted(autoFix: boolean) {
    const id = newId();
    const scope = newScope({ siteId: 'main' });
    const place = { productVertical: 'creator', sceneMode: 'content', autoFix } as const;
    await insertChecks(db, [{ id, scope, deadlineMs: Date.now() + 60_000, ...newCheckOf(), ...place }]);
    await publishCheck(bus, id, scope);
    return id;
  }
  const rewritesOf = (checkId: string) =>
    db.selectFrom('rewrites').selectAll().where('check_id', '=', checkId).execute();

  it('begins with the verdict, is charged by its own id before it works, and adds a version', async () => {
    const operations = billing('charged');
    await engine();
    const checkId = await submitted(true);
    await waitFor(async () => ((await rowOf(db, checkId))?.fixes ?? []).length === 1, {
      what: 'the version',
    });
    const [rewrite] = await rewritesOf(checkId);
    expect(rewrite).toMatchObject({ status: 'completed', strategy: 'rewrite', mode: 'content' });
    expect(operations).toEqual([rewrite?.id]);
  });

  it('is dropped when the account cannot pay: the check stands and no rewrite runs', async () => {
    billing('insufficient_credits');
    await engine();
    const checkId = await submitted(true);
    await waitFor(async () => (await rewritesOf(checkId))[0]?.status === 'dropped', { what: 'the drop' });
    expect(await rowOf(db, checkId)).toMatchObject({ status: 'completed', fix_status: null, fixes: null });
  });

  it('waits while billing does not answer, and is charged once', async () => {
    await engine();
    const checkId = await submitted(true);
    await waitFor(async () => ((await rewritesOf(checkId))[0]?.attempt ?? 0) > 0, { what: 'an attempt' });
    const operations = billing('charged');
    await waitFor(async () => ((await rowOf(db, checkId))?.fixes ?? []).length === 1, {
      what: 'the version',
    });
    expect(operations).toHaveLength(1);
  });

  it('does not begin where it was not asked for', async () => {
    await engine();
    const checkId = await submitted(false);
    await bed.completed(checkId);
    expect(await rewritesOf(checkId)).toEqual([]);
  });
});
