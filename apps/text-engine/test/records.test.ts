import { anyTextCheckRecord, failureOf, mainSite, type Scope, us } from '@redline/contracts';
import { anyAttempt } from '@redline/service-kit/records';
import { outboxOf } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOne } from '../src/handlers/delete.ts';
import { get } from '../src/handlers/get.ts';
import { list } from '../src/handlers/list.ts';
import { checkRecords } from '../src/store/check-record.ts';
import { textReader } from '../src/store/read-texts.ts';
import { evaluationOf, newId, newScope, requestContext, toStore } from './engine.ts';
import { finishOne, insertOne, rowOf, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

let engine: Awaited<ReturnType<typeof createTestDb>>;
beforeAll(async () => {
  engine = await createTestDb();
});
afterAll(() => engine.dispose());

const found = (scope: Scope, id: string) =>
  get({ db: engine.db, sites: [us], readTexts: textReader(engine.db) })({ scope, id }, requestContext());
const deleted = (scope: Scope, id: string) =>
  deleteOne({ db: engine.db, wakeRelay: () => {} })({ scope, id }, requestContext());

const nothing = { violation: 0, sceneHint: 0, custom: 0, semantic: 0 };
const finishedEvent = { id: 'event-1', subject: 'event.text.check.completed', payload: {} };

async function completedOne(text: string, explainLocale = 'en-US') {
  const check = await insertOne(engine.db, { text });
  const set = { explain_locale: explainLocale };
  await engine.db.updateTable('text_checks').set(set).where('id', '=', check.id).execute();
  await takeOne(engine.db, check.id, { leaseMs: 30_000, maxAttempts: 4 });
  const taken = { id: check.id, attempt: 1 };
  expect(
    await finishOne(engine.db, { taken, evaluation: toStore(evaluationOf(text)), event: finishedEvent }),
  ).toBe(true);
  return check;
}

describe('get', () => {
  it('shows a check that is processing without any finding', async () => {
    const { id, scope } = await insertOne(engine.db);
    const answer = await found(scope, id);
    expect(answer).toMatchObject({
      outcome: 'found',
      record: {
        id,
        object: 'intl_text_check',
        status: 'processing',
        riskLevel: null,
        risks: [],
        considered: [],
        summary: nothing,
      },
    });
  });

  it('says of a check that failed why, in a list too; one that is processing has no failure', async () => {
    const { id, scope } = await insertOne(engine.db);
    expect(await found(scope, id)).toMatchObject({ record: { failure: null } });
    const lastError = 'Error: for operators alone';
    await checkRecords(engine.db, () => {}).fail({
      id,
      reason: 'never_taken',
      condition: anyAttempt,
      lastError,
    });
    const failure = failureOf('never_taken');
    expect(await found(scope, id)).toMatchObject({ record: { status: 'failed', failure } });
    const listed = list({ db: engine.db, sites: [us, mainSite] });
    expect(await listed({ scope, page: 1, pageSize: 1 }, requestContext())).toMatchObject({
      items: [{ id, status: 'failed', failure }],
    });
    expect(await outboxOf(engine.db, id)).toMatchObject([{ payload: { reason: 'never_taken', failure } }]);
  });

  it.each([
    ['en-US', 'Category', 'Suggestion', '16 CFR 1', 'It is denied.'],
    ['zh-CN', '类别', '建议', '16 CFR 1（注）', '已作否定。'],
  ])(
    'shows findings and what was let pass in the language of the submission: %s',
    async (locale, category, suggestion, legalRef, reason) => {
      const { id, scope } = await completedOne('Cures everything 😀', locale);
      const answer = await found(scope, id);
      if (answer.outcome !== 'found') throw new Error('not found');
      const record = anyTextCheckRecord.parse(answer.record);
      expect(record).toMatchObject({ status: 'completed', riskLevel: 'high', text: 'Cures everything 😀' });
      expect(record.risks).toEqual([
        {
          id: 'us.test.rule:0',
          kind: 'violation',
          severity: 'high',
          source: 'rule',
          matchedText: 'Cures',
          startIndex: 0,
          endIndex: 5,
          category,
          suggestion,
          legalRef,
          folds: [],
          precedents: [],
        },
      ]);
      expect(record.considered).toEqual([
        { ruleId: 'us.test.rule', matchedText: 'ev', startIndex: 6, endIndex: 8, reason },
      ]);
      expect(record.updatedAt >= record.createdAt).toBe(true);
    },
  );

  it('finds nothing under another account, site or tenant, nor by an unknown id', async () => {
    const { id, scope } = await insertOne(engine.db, { scope: newScope({ tenantId: 'a' }) });
    const foreign: Scope[] = [
      { ...scope, accountId: 'acct_other' },
      { ...scope, siteId: 'id' },
      { ...scope, tenantId: 'b' },
      { ...scope, tenantId: '' },
    ];
    for (const other of foreign) {
      expect(await found(other, id)).toEqual({ outcome: 'not_found' });
      expect(await deleted(other, id)).toEqual({ outcome: 'not_found' });
    }
    expect(await found(scope, newId())).toEqual({ outcome: 'not_found' });
    expect(await found(scope, id)).toMatchObject({ outcome: 'found' });
  });

  it('gives back findings that cut a surrogate pair or hold what JSON must escape', async () => {
    const text = 'a😀b \u2028 "quoted" \\ back';
    const check = await insertOne(engine.db, { text });
    await takeOne(engine.db, check.id, { leaseMs: 30_000, maxAttempts: 4 });
    const evaluation = evaluationOf(text);
    const findings = evaluation.findings.map((finding) => ({
      ...finding,
      start: 0,
      end: 2,
      matchedText: 'a\ud83d',
    }));
    await finishOne(engine.db, {
      taken: { id: check.id, attempt: 1 },
      evaluation: toStore({ ...evaluation, findings }),
      event: finishedEvent,
    });
    expect(await found(check.scope, check.id)).toMatchObject({
      record: { risks: [{ matchedText: 'a\ud83d' }] },
    });
  });
});

describe('delete', () => {
  it('of a finished check erases its text and findings for good, and refunds nothing, and tells who has a copy', async () => {
    const { id, scope } = await completedOne('Secret launch copy');
    expect(await deleted(scope, id)).toEqual({ outcome: 'deleted' });
    expect(await found(scope, id)).toEqual({ outcome: 'not_found' });
    expect(await deleted(scope, id)).toEqual({ outcome: 'not_found' });
    const row = await rowOf(engine.db, id);
    expect(JSON.stringify(row)).not.toMatch(/Secret|us\.test\.rule/);
    expect(row).toMatchObject({ status: 'completed', text: '' });
    expect(await outboxOf(engine.db, id)).toMatchObject([
      { subject: 'event.text.check.deleted', payload: { version: 1, id, scope } },
    ]);
  });

  it('of a check that is processing cancels it and tells so once, asked ten times at once', async () => {
    const { id, scope } = await insertOne(engine.db);
    const answers = await Promise.all(Array.from({ length: 10 }, () => deleted(scope, id)));
    expect(answers.filter(({ outcome }) => outcome === 'deleted')).toHaveLength(1);
    expect(await outboxOf(engine.db, id)).toMatchObject([
      { subject: 'event.text.check.cancelled', payload: { version: 1, id, scope } },
      { subject: 'event.text.check.deleted', payload: { version: 1, id, scope } },
    ]);
  });
});
