import type { Scope } from '@redline/contracts';
import { outboxOf, subjectsOf } from '@redline/testkit/service';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { rewriteHandlers } from '../src/handlers/rewrite-requests.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { insertRewrite } from '../src/store/insert-rewrite.ts';
import { takeRewrite } from '../src/store/take-rewrite.ts';
import { newScope, requestContext } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { completedCheck, newFixId, newRewriteOf, rewriteRow } from './rewrite-rows.ts';
import { insertOne, rowOf } from './rows.ts';

const bed = await openEngineBed();
const { db } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

const { prepare, quote, abandon } = rewriteHandlers({ db, wakeRelay: () => {} });
const limits = { leaseMs: 30_000, maxAttempts: 4 };
const asked = (check: { readonly id: string; readonly scope: Scope }, operationId = newFixId()) => {
  const { id: _, ...rewrite } = newRewriteOf(check);
  return prepare({ operationId, ...rewrite }, requestContext());
};

describe('the rewrite of a check', () => {
  it('begins once, however often and at the same time it is asked for under one id', async () => {
    const check = await completedCheck(db);
    const id = newFixId();
    const answers = await Promise.all(Array.from({ length: 10 }, () => asked(check, id)));
    const prepared = { outcome: 'prepared', lines: [{ lineId: id, item: 'rewrite', quantity: 1 }] };
    expect(answers).toEqual(answers.map(() => prepared));
    expect(await rowOf(db, check.id)).toMatchObject({ status: 'completed', fix_status: 'processing' });
    expect(await rewriteRow(db, id)).toMatchObject({ status: 'processing', attempt: 0 });
  });

  it('is refused while another one runs: of ten at once one begins', async () => {
    const check = await completedCheck(db);
    const outcomes = (await Promise.all(Array.from({ length: 10 }, () => asked(check)))).map(
      ({ outcome }) => outcome,
    );
    expect(outcomes.filter((outcome) => outcome === 'prepared')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(9);
  });

  it('is refused before the verdict, without a violation, and in another scope', async () => {
    const fresh = await insertOne(db);
    expect(await asked(fresh)).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
    const lawful = await completedCheck(db);
    const summary = { violation: 0, sceneHint: 1, custom: 0, semantic: 0 };
    await db.updateTable('text_checks').set({ summary }).where('id', '=', lawful.id).execute();
    expect(await asked(lawful)).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
    const check = await completedCheck(db);
    expect(await asked({ ...check, scope: newScope() })).toMatchObject({ code: 'not_found' });
  });

  it('of a main-site check that has only scene hints begins: they are risks there', async () => {
    const check = await completedCheck(db, newScope({ siteId: 'main' }));
    const summary = { violation: 0, sceneHint: 1, custom: 0, semantic: 0 };
    await db.updateTable('text_checks').set({ summary }).where('id', '=', check.id).execute();
    expect(await asked(check)).toMatchObject({ outcome: 'prepared' });
  });

  it('is quoted where it would begin, and refused in the same words where it would not, and begins in neither', async () => {
    const quoted = ({ id: checkId, scope }: { readonly id: string; readonly scope: Scope }) =>
      quote(
        { scope, checkId, strategy: 'rewrite', mode: 'content', deadlineMs: Date.now() + 5_000 },
        requestContext(),
      );
    const check = await completedCheck(db);
    expect(await quoted(check)).toEqual({
      outcome: 'quoted',
      lines: [{ item: 'rewrite', quantity: 1 }],
      laterLines: [],
    });
    expect((await rowOf(db, check.id))?.fix_status).toBeNull();
    await asked(check);
    for (const other of [check, await insertOne(db), { ...check, scope: newScope() }]) {
      expect(await quoted(other)).toEqual(await asked(other));
    }
  });

  it('leaves nothing past its deadline', async () => {
    const check = await completedCheck(db);
    const late = newRewriteOf(check, { deadlineMs: Date.now() - 1_000 });
    expect(await insertRewrite(db, late)).toBe('too_late');
    expect(await rewriteRow(db, late.id)).toBeUndefined();
    expect((await rowOf(db, check.id))?.fix_status).toBeNull();
  });
});

describe('undoing a rewrite', () => {
  const began = async () => {
    const check = await completedCheck(db);
    const rewrite = newRewriteOf(check);
    await insertRewrite(db, rewrite);
    return { check, id: rewrite.id };
  };

  it('that was refused leaves the check as it was', async () => {
    const { check, id } = await began();
    expect(await abandon({ operationId: id, reason: 'refused' }, requestContext())).toEqual({
      outcome: 'abandoned',
    });
    expect(await rewriteRow(db, id)).toBeUndefined();
    expect((await rowOf(db, check.id))?.fix_status).toBeNull();
    expect(await outboxOf(db, id)).toEqual([]);
  });

  it('whose outcome is unknown fails it and tells so: its refund', async () => {
    const { check, id } = await began();
    const unknown = { operationId: id, reason: 'unknown' } as const;
    expect(await abandon(unknown, requestContext())).toEqual({ outcome: 'abandoned' });
    expect(await abandon(unknown, requestContext())).toEqual({ outcome: 'abandoned' });
    expect(await rewriteRow(db, id)).toMatchObject({ status: 'failed', failure_reason: 'abandoned' });
    expect((await rowOf(db, check.id))?.fix_status).toBe('failed');
    expect(await subjectsOf(db, id)).toEqual(['event.text.rewrite.failed']);
  });

  it('comes too late once a worker has taken it, for either reason', async () => {
    const { id } = await began();
    await takeRewrite(db, id, limits);
    for (const reason of ['refused', 'unknown'] as const) {
      expect(await abandon({ operationId: id, reason }, requestContext())).toEqual({ outcome: 'too_late' });
    }
    expect(await rewriteRow(db, id)).toMatchObject({ status: 'processing', attempt: 1 });
  });

  it('of an id that never came is abandoned', async () => {
    const outcome = await abandon({ operationId: newFixId(), reason: 'unknown' }, requestContext());
    expect(outcome).toEqual({ outcome: 'abandoned' });
  });
});

describe('deleting a check', () => {
  it('cancels its running rewrite and tells so once: its refund', async () => {
    const check = await completedCheck(db);
    const { id } = newRewriteOf(check);
    await insertRewrite(db, newRewriteOf(check, { id }));
    const remove = () => db.transaction().execute((trx) => deleteCheck(trx, check));
    expect(await remove()).toBe('rewrite_cancelled');
    expect(await remove()).toBe('not_found');
    expect(await rewriteRow(db, id)).toMatchObject({ status: 'cancelled' });
    expect(await outboxOf(db, id)).toMatchObject([
      { subject: 'event.text.rewrite.cancelled', payload: { id, checkId: check.id, scope: check.scope } },
    ]);
    expect(await takeRewrite(db, id, limits)).toEqual({ outcome: 'nothing_to_do' });
  });
});
