import { anyTextCheckItem, type Scope, us } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { deleteUntouched } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { list } from '../src/handlers/list.ts';
import { checkRecord } from '../src/store/check-record.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { listChecks } from '../src/store/list-checks.ts';
import type { Trx } from '../src/store/tables.ts';
import { newScope, requestContext } from './engine.ts';
import { insertOne } from './rows.ts';
import { createTestDb } from './servers.ts';

let engine: Awaited<ReturnType<typeof createTestDb>>;
beforeAll(async () => {
  engine = await createTestDb();
});
afterAll(() => engine.dispose());

const listed = (scope: Scope, page: number, pageSize = 20) =>
  list({ db: engine.db, sites: [us] })({ scope, page, pageSize }, requestContext());
const idsOf = async (scope: Scope, page: number, pageSize?: number) =>
  (await listed(scope, page, pageSize)).items.map(({ id }) => id);

/** Checks a second apart, given newest first. */
async function history(scope: Scope, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with inserted as (
      insert into text_checks (id, account_id, site_id, tenant_id, platform, vertical, explain_locale, text, created_at)
      select ${createId('text').slice(0, -6)} || lpad(n::text, 6, '0'), ${scope.accountId}, ${scope.siteId},
        ${scope.tenantId}, 'dtc_us', 'general', 'en-US', 'A text of some length', now() - n * interval '1 s'
      from generate_series(1, ${count}::int) n returning id, created_at
    ), counted as (
      insert into text_check_counts select ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, 0, ${count}::int
    )
    select id from inserted order by created_at desc`.execute(engine.db);
  return rows.map(({ id }) => id);
}

describe('a list', () => {
  it('of an empty scope is empty', async () => {
    expect(await listed(newScope(), 1)).toEqual({ total: 0, items: [] });
    expect(await listed(newScope(), 7)).toEqual({ total: 0, items: [] });
  });

  it.each([1, 19, 20, 21, 39, 40, 41, 59, 60, 61])(
    'of %i checks gives each once, newest first, over all of its pages',
    async (count) => {
      const scope = newScope();
      const ids = await history(scope, count);
      const pages = Math.ceil(count / 20) + 1;
      const seen = await Promise.all(Array.from({ length: pages }, (_, index) => listed(scope, index + 1)));
      expect(seen.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
      expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([count]));
      expect(await listed(scope, 999_999_999)).toEqual({ total: count, items: [] });
    },
  );

  it('orders checks of the same millisecond by id, on every page', async () => {
    const scope = newScope();
    await history(scope, 30);
    await sql`update text_checks set created_at = now() where account_id = ${scope.accountId}`.execute(
      engine.db,
    );
    const seen = [
      ...(await idsOf(scope, 1, 7)),
      ...(await idsOf(scope, 2, 7)),
      ...(await idsOf(scope, 3, 7)),
    ];
    const rest = [...(await idsOf(scope, 4, 7)), ...(await idsOf(scope, 5, 7))];
    const all = [...seen, ...rest];
    expect(all).toEqual(all.toSorted().reverse());
    expect(new Set(all).size).toBe(30);
  });

  it('shows a preview of at most 100 UTF-16 units that cuts no character in two', async () => {
    const scope = newScope();
    await insertOne(engine.db, { scope, text: `${'x'.repeat(99)}😀 and more` });
    const { items } = await listed(scope, 1);
    expect(anyTextCheckItem.parse(items[0])).toMatchObject({
      preview: 'x'.repeat(99),
      riskCount: 0,
      riskLevel: null,
    });
  });

  it('holds only what is of the same account, site and tenant', async () => {
    const own = newScope();
    const tenants = ['a', 'b'].map((tenantId) => ({ ...own, tenantId }));
    const mine = await insertOne(engine.db, { scope: own });
    for (const scope of tenants) await insertOne(engine.db, { scope });
    expect(await idsOf(own, 1)).toEqual([mine.id]);
    for (const scope of tenants) expect((await listed(scope, 1)).total).toBe(1);
    expect((await listed({ ...own, siteId: 'id' }, 1)).total).toBe(0);
  });

  it('has an exact total whatever is inserted, deleted and abandoned at the same time', async () => {
    const scope = newScope();
    const checks = await Promise.all(Array.from({ length: 120 }, () => insertOne(engine.db, { scope })));
    const insertions = Array.from({ length: 60 }, () => insertOne(engine.db, { scope }));
    const deletions = checks
      .slice(0, 40)
      .map(({ id }) => engine.db.transaction().execute((trx) => deleteCheck(trx, { id, scope })));
    const abandonments = checks.slice(40, 70).map(({ id }) => deleteUntouched(engine.db, checkRecord, id));
    const lists = Array.from({ length: 20 }, async () => {
      const { total, items } = await listed(scope, 1, 50);
      expect(items.length).toBe(Math.min(50, total));
    });
    await Promise.all([...insertions, ...deletions, ...abandonments, ...lists]);
    const { total } = await listed(scope, 1);
    expect(total).toBe(110);
    const pages = await Promise.all([1, 2, 3].map((page) => idsOf(scope, page, 50)));
    expect(new Set(pages.flat()).size).toBe(110);
  });
});

describe('a list of a long history', () => {
  const scope = newScope();
  beforeAll(async () => {
    await history(scope, 20_000);
    await sql`vacuum analyze text_checks`.execute(engine.db);
  });

  /** Entries of the list's index and records, in all partitions and by any way, that this connection has read and not yet reported. */
  async function counters(trx: Trx) {
    const { rows } = await sql<{ entries: number; records: number }>`
      select (select sum(pg_stat_get_xact_tuples_returned(relid))::int
          from pg_partition_tree('text_checks_newest')) as entries,
        (select sum(pg_stat_get_xact_tuples_returned(relid) + pg_stat_get_xact_tuples_fetched(relid))::int
          from pg_partition_tree('text_checks')) as records`.execute(trx);
    return rows[0] ?? { entries: Number.NaN, records: Number.NaN };
  }

  /** The buffers that one page reads. */
  const readsOf = (page: number) =>
    engine.db.transaction().execute(async (trx) => {
      const before = await counters(trx);
      const { total, checks } = await listChecks(trx, scope, { offset: (page - 1) * 20, limit: 20 });
      const { entries, records } = await counters(trx);
      const read = { entries: entries - before.entries, records: records - before.records };
      return { total, checks: checks.length, ...read };
    });

  it('reads as much for its last page as for its first', async () => {
    const first = await readsOf(1);
    expect(first).toMatchObject({ total: 20_000, checks: 20 });
    expect(first.entries).toBeGreaterThan(0);
    expect(first.entries).toBeLessThanOrEqual(20);
    expect(await readsOf(1_000)).toEqual(first);
  });

  it('reads no record that is not shown, however deep the page', async () => {
    const { checks, records } = await readsOf(400);
    expect(checks).toBe(20);
    expect(records).toBeLessThanOrEqual(20);
  });

  it('reads nothing past its end', async () => {
    expect(await readsOf(1_001)).toEqual({ total: 20_000, checks: 0, entries: 0, records: 0 });
  });
});
