import { mainSite, us } from '@redline/contracts';
import { abandonHandler } from '@redline/service-kit/records';
import { outboxOf, subjectsOf } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepare, quote } from '../src/handlers/prepare.ts';
import { type CheckWrites, checkWrites } from '../src/store/batched/check-writes.ts';
import { checkRecords } from '../src/store/check-record.ts';
import { bodyOf, newId, newScope, requestContext } from './engine.ts';
import { insertOne, rowOf, statusOf, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

let engine: Awaited<ReturnType<typeof createTestDb>>;
let writes: CheckWrites;
beforeAll(async () => {
  engine = await createTestDb();
  writes = checkWrites(engine.db, limits);
});
afterAll(() => engine.dispose());

const limits = { leaseMs: 30_000, maxAttempts: 4 };
const inTime = () => Date.now() + 60_000;

const prepared = (
  operationId: string,
  changes: {
    deadlineMs?: number;
    scope?: ReturnType<typeof newScope>;
    check?: ReturnType<typeof bodyOf>;
  } = {},
) =>
  prepare({ writes, sites: [us] })(
    { operationId, scope: newScope(), deadlineMs: inTime(), check: bodyOf(), ...changes },
    requestContext(),
  );
const abandoned = (operationId: string, reason: 'refused' | 'unknown') =>
  abandonHandler(checkRecords(engine.db, () => {}))({ operationId, reason }, requestContext());

describe('prepare', () => {
  it('inserts the check as processing and bills one line named by it', async () => {
    const [id, scope] = [newId(), newScope({ tenantId: 't-1' })];
    expect(await prepared(id, { scope })).toEqual({
      outcome: 'prepared',
      lines: [{ lineId: id, item: 'text_check', quantity: 1 }],
    });
    expect(await rowOf(engine.db, id)).toMatchObject({
      status: 'processing',
      attempt: 0,
      lease_until: null,
      account_id: scope.accountId,
      tenant_id: 't-1',
      text: bodyOf().text,
    });
  });

  it('repeats its first answer for an id it knows, also past the deadline and whatever became of the check', async () => {
    const id = newId();
    const first = await prepared(id);
    expect(await prepared(id, { deadlineMs: Date.now() - 1_000 })).toEqual(first);
    await abandoned(id, 'unknown');
    expect(await prepared(id, { check: bodyOf('Another text that is not stored.') })).toEqual(first);
    expect(await rowOf(engine.db, id)).toMatchObject({ status: 'failed', text: bodyOf().text });
  });

  it('asked a hundred times at once inserts and counts one check', async () => {
    const [id, scope] = [newId(), newScope()];
    const answers = await Promise.all(Array.from({ length: 100 }, () => prepared(id, { scope })));
    expect(new Set(answers.map((answer) => answer.outcome))).toEqual(new Set(['prepared']));
    const { rows } = await countOf(scope.accountId);
    expect(rows).toEqual([{ total: 1 }]);
  });

  it('refuses an unknown id past the deadline and leaves nothing', async () => {
    const id = newId();
    expect(await prepared(id, { deadlineMs: Date.now() - 1 })).toEqual({ outcome: 'too_late' });
    expect(await rowOf(engine.db, id)).toBeUndefined();
  });

  it.each([
    ['a site without a rule pack', { scope: newScope({ siteId: 'id' }) }, 'not_found', /site id/, undefined],
    [
      'a platform of another site',
      { check: { ...bodyOf(), platform: 'x' } },
      'invalid_request',
      /platform/,
      'platform',
    ],
    [
      'a text that is too long',
      { check: bodyOf('x'.repeat(5_001)) },
      'invalid_request',
      /10 to 5000/,
      'text',
    ],
    ['a text with a NUL', { check: bodyOf('nul \0 in the text') }, 'invalid_request', /NUL/, 'text'],
  ])('refuses %s, and names the field', async (_, changes, code, message, path) => {
    const id = newId();
    const answer = await prepared(id, changes);
    expect(answer).toMatchObject({ outcome: 'refused', code, message: expect.stringMatching(message) });
    expect(answer.outcome === 'refused' && answer.issues?.[0]?.path).toBe(path);
    expect(await rowOf(engine.db, id)).toBeUndefined();
  });

  it('refuses an id that could name the subject of other jobs', async () => {
    expect(await prepared('text_>')).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
  });
});

describe('quote', () => {
  const quoted = (check: object, siteId: 'us' | 'main' = 'us') =>
    quote({ sites: [us, mainSite] })(
      { scope: newScope({ siteId }), deadlineMs: inTime(), check: check as ReturnType<typeof bodyOf> },
      requestContext(),
    );

  it('names the line of a check, and that of the rewrite that may follow', async () => {
    const line = { item: 'text_check', quantity: 1 };
    expect(await quoted(bodyOf())).toEqual({ outcome: 'quoted', lines: [line], laterLines: [] });
    const body = {
      text: '纯棉毛巾三条装，吸水柔软。',
      platform: 'shortvideo_a',
      industryVertical: 'general',
    };
    expect(await quoted({ ...body, productVertical: 'touliu', autoFix: true }, 'main')).toEqual({
      outcome: 'quoted',
      lines: [{ ...line, productLine: 'touliu' }],
      laterLines: [{ item: 'rewrite', quantity: 1 }],
    });
  });

  it('refuses what prepare refuses', async () => {
    const check = bodyOf('short');
    expect(await quoted(check)).toEqual(await prepared(newId(), { check }));
  });
});

describe('abandon', () => {
  it('of a refused submission leaves neither record nor event, and takes it out of the count', async () => {
    const { id, scope } = await insertOne(engine.db);
    expect(await abandoned(id, 'refused')).toEqual({ outcome: 'abandoned' });
    expect(await rowOf(engine.db, id)).toBeUndefined();
    expect(await outboxOf(engine.db, id)).toEqual([]);
    expect((await countOf(scope.accountId)).rows).toEqual([{ total: 0 }]);
    expect(await prepared(id, { scope })).toMatchObject({ outcome: 'prepared' });
  });

  it('of one whose outcome is unknown fails it and writes one failed event, however often it is asked', async () => {
    const { id, scope } = await insertOne(engine.db);
    for (const _ of [1, 2, 3]) expect(await abandoned(id, 'unknown')).toEqual({ outcome: 'abandoned' });
    expect(await rowOf(engine.db, id)).toMatchObject({ status: 'failed', failure_reason: 'abandoned' });
    expect(await outboxOf(engine.db, id)).toMatchObject([
      { subject: 'event.text.check.failed', payload: { id, scope, reason: 'abandoned' } },
    ]);
  });

  it('of an unknown id is abandoned', async () => {
    expect(await abandoned(newId(), 'refused')).toEqual({ outcome: 'abandoned' });
    expect(await abandoned(newId(), 'unknown')).toEqual({ outcome: 'abandoned' });
  });

  it.each(['refused', 'unknown'] as const)('(%s) after a worker has begun is too late', async (reason) => {
    const { id } = await insertOne(engine.db);
    expect(await takeOne(engine.db, id, limits)).toMatchObject({ outcome: 'taken' });
    expect(await abandoned(id, reason)).toEqual({ outcome: 'too_late' });
    expect(await statusOf(engine.db, id)).toBe('processing');
    expect(await outboxOf(engine.db, id)).toEqual([]);
  });

  it.each([
    ['refused', 'no_record'],
    ['unknown', 'nothing_to_do'],
  ] as const)('(%s) before a worker begins leaves it nothing to take', async (reason, outcome) => {
    const { id } = await insertOne(engine.db);
    expect(await abandoned(id, reason)).toEqual({ outcome: 'abandoned' });
    expect(await takeOne(engine.db, id, limits)).toEqual({ outcome });
  });

  it('and a taking at the same moment never both succeed, nor both fail', async () => {
    const races = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const reason = index % 2 ? 'refused' : 'unknown';
        const { id } = await insertOne(engine.db);
        const both = [abandoned(id, reason), takeOne(engine.db, id, limits)] as const;
        const [undo, taking] = await Promise.all(both);
        const events = await subjectsOf(engine.db, id);
        return { reason, undo: undo.outcome, taken: taking.outcome === 'taken', events: events.length };
      }),
    );
    for (const { reason, undo, taken, events } of races) {
      expect(undo).toBe(taken ? 'too_late' : 'abandoned');
      expect(events).toBe(!taken && reason === 'unknown' ? 1 : 0);
    }
  });
});

const countOf = (accountId: string) =>
  engine.db
    .selectFrom('text_check_counts')
    .select(({ fn }) => fn.sum<number>('total').as('total'))
    .where('account_id', '=', accountId)
    .execute()
    .then((rows) => ({ rows: rows.map(({ total }) => ({ total: Number(total) })) }));
