import { mainSite, type Scope, type TextCheckFilter } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { deleteUntouched } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { list } from '../src/handlers/list.ts';
import { insertChecks } from '../src/store/batched/insert-checks.ts';
import { checkRecord } from '../src/store/check-record.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { listFilteredChecks, searchedMax } from '../src/store/list-filtered-checks.ts';
import { newId, newScope, requestContext } from './engine.ts';
import { createTestDb } from './servers.ts';

let engine: Awaited<ReturnType<typeof createTestDb>>;
beforeAll(async () => {
  engine = await createTestDb();
});
afterAll(() => engine.dispose());

const mainScope = () => newScope({ siteId: 'main' });
const lines = ['creator', 'duanju', 'touliu'] as const;
const listed = (scope: Scope, filter: TextCheckFilter, page = 1, pageSize = 20) =>
  list({ db: engine.db, sites: [mainSite] })({ scope, page, pageSize, filter }, requestContext());

interface Made {
  readonly id: string;
  readonly line: (typeof lines)[number];
  readonly platform: string;
}

async function insertOne(
  scope: Scope,
  number: number,
  text = `第${number}条毛巾，吸水柔软。`,
): Promise<Made> {
  const made = {
    id: newId(),
    line: lines[number % 3] ?? 'creator',
    platform: mainSite.platforms[number % 2] ?? '',
  };
  const place = { platform: made.platform, vertical: 'general', productVertical: made.line };
  const check = { id: made.id, scope, deadlineMs: Date.now() + 60_000, text };
  await insertChecks(engine.db, [
    { ...check, ...place, sceneMode: 'content', autoFix: false, explainLocale: 'zh-CN', batchId: null },
  ]);
  return made;
}

/** Checks over all lines and two platforms, oldest first. */
async function history(scope: Scope, count: number): Promise<Made[]> {
  const made: Made[] = [];
  for (let number = 0; number < count; number++) made.push(await insertOne(scope, number));
  return made;
}

describe('a list that is narrowed', () => {
  it('has what meets the filter, each once, newest first, with an exact total on every page', async () => {
    const scope = mainScope();
    const made = await history(scope, 47);
    for (const line of [undefined, ...lines]) {
      for (const platform of [undefined, 'shortvideo_a', 'shortvideo_b', 'video_community']) {
        if (!line && !platform) continue;
        const filter = { ...(line && { productVertical: line }), ...(platform && { platform }) };
        const expected = made
          .filter((one) => (!line || one.line === line) && (!platform || one.platform === platform))
          .map(({ id }) => id)
          .reverse();
        const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => listed(scope, filter, page, 10)));
        expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(expected);
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
      }
    }
    expect((await listed(scope, {})).total).toBe(47);
  });

  it('to a keyword looks into the texts of what is left, in any case, and takes no sign for another', async () => {
    const scope = mainScope();
    const phone = await insertOne(scope, 0, '全新 iPhone 手机壳，50%_off，多色可选。');
    await insertOne(scope, 1);
    const found = async (keyword: string, rest: TextCheckFilter = {}) =>
      (await listed(scope, { keyword, ...rest })).items.map(({ id }) => id);
    expect(await found('手机壳')).toEqual([phone.id]);
    expect(await found('IPHONE')).toEqual([phone.id]);
    expect(await found('50%_')).toEqual([phone.id]);
    expect(await found('50_')).toEqual([]);
    expect(await found('手机壳', { productVertical: 'duanju' })).toEqual([]);
    expect(await listed(scope, { keyword: '，' }, 2, 1)).toMatchObject({ total: 2, items: [{}] });
    expect(await listed(scope, { keyword: '，' }, 3, 1)).toMatchObject({ total: 2, items: [] });
  });

  it('holds only what is of the same account, site and tenant', async () => {
    const own = mainScope();
    const tenant = { ...own, tenantId: 'shop' };
    await insertOne(tenant, 0);
    expect(await listed(own, { productVertical: 'creator' })).toEqual({ total: 0, items: [] });
    expect((await listed(tenant, { productVertical: 'creator', keyword: '毛巾' })).total).toBe(1);
  });

  it('has an exact total whatever is inserted, deleted and abandoned at the same time', async () => {
    const scope = mainScope();
    const made = await history(scope, 60);
    await Promise.all([
      ...Array.from({ length: 30 }, (_, number) => insertOne(scope, number)),
      ...made
        .slice(0, 15)
        .map(({ id }) => engine.db.transaction().execute((trx) => deleteCheck(trx, { id, scope }))),
      ...made.slice(15, 30).map(({ id }) => deleteUntouched(engine.db, checkRecord, id)),
    ]);
    const totals = await Promise.all(lines.map((productVertical) => listed(scope, { productVertical })));
    expect(totals.map(({ total }) => total)).toEqual([20, 20, 20]);
    expect((await listed(scope, {})).total).toBe(60);
  });
});

describe('a narrowed list of a long history', () => {
  const scope = mainScope();
  beforeAll(async () => {
    await sql`
      insert into text_checks (id, account_id, site_id, tenant_id, platform, vertical, product_vertical,
        scene_mode, explain_locale, text, created_at)
      select ${createId('text').slice(0, -6)} || lpad(n::text, 6, '0'), ${scope.accountId}, 'main', '',
        case n % 2 when 0 then 'shortvideo_a' else 'shortvideo_b' end, 'general',
        case when n % 1000 = 0 then 'touliu' else 'creator' end, 'content', 'zh-CN', '一条毛巾的文案' || n,
        now() - n * interval '1 s'
      from generate_series(1, 20000) n`.execute(engine.db);
    await sql`
      insert into text_check_counts
        (account_id, site_id, tenant_id, shard, total, product_vertical, platform)
      select account_id, site_id, tenant_id, 0, count(*), product_vertical, platform from text_checks
      where account_id = ${scope.accountId} group by 1, 2, 3, 6, 7`.execute(engine.db);
    await sql`vacuum analyze text_checks`.execute(engine.db);
  });

  it('looks for a keyword in the newest texts, as many as a search has time for', async () => {
    const found = (keyword: string) => listFilteredChecks(engine.db, scope, { keyword, offset: 0, limit: 5 });
    expect(searchedMax).toBe(20_000);
    expect((await found('文案20000')).total).toBe(1);
    expect((await found('毛巾')).total).toBe(searchedMax);
    await insertOne(scope, 0, '一条更新的毛巾文案');
    expect((await found('文案20000')).total).toBe(0);
    expect((await found('文案19999')).total).toBe(1);
    expect(await found('毛巾')).toMatchObject({ total: searchedMax, checks: { length: 5 } });
  });

  it.each([
    [{ productVertical: 'touliu' }, 20, 20],
    [{ platform: 'shortvideo_b' }, 10_000, 40],
    [{ productVertical: 'creator', platform: 'shortvideo_b' }, 10_000, 20],
  ])('reads of %j no more than a page of each stretch', async (filter, total, entriesMax) => {
    await engine.db.transaction().execute(async (trx) => {
      const count = async () => {
        const { rows } = await sql<{ entries: number }>`
          select sum(pg_stat_get_xact_tuples_returned(relid))::int as entries
          from pg_partition_tree('text_checks_newest_of_line')`.execute(trx);
        return rows[0]?.entries ?? Number.NaN;
      };
      const before = await count();
      const page = await listFilteredChecks(trx, scope, { ...filter, offset: 0, limit: 20 });
      expect([page.total, page.checks.length]).toEqual([total, 20]);
      const entries = (await count()) - before;
      expect(entries).toBeGreaterThan(0);
      expect(entries).toBeLessThanOrEqual(entriesMax);
    });
  });
});
