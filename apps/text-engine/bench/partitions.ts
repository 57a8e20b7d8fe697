import { performance } from 'node:perf_hooks';
import { type Scope, us } from '@redline/contracts';
import { createDb, migrate } from '@redline/service-kit/db';
import { createId, firstIdAt } from '@redline/service-kit/ids';
import { listPartitions, makeNextPartition } from '@redline/service-kit/partitions';
import { createDatabase, startPostgres } from '@redline/testkit';
import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { insertChecks } from '../src/store/batched/insert-checks.ts';
import { takeChecks } from '../src/store/batched/take-checks.ts';
import { eraseExpiredChecks } from '../src/store/erase-expired-checks.ts';
import { findCheck } from '../src/store/find-check.ts';
import { listChecks } from '../src/store/list-checks.ts';
import { partitionedChecks } from '../src/store/retained-checks.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';

/**
 * Measures what partitions cost: pages of a scope with a million checks, of one of 50,000 scopes of an account and of an
 * empty scope, and submitting and taking a check; in one table as it was and in partitions, in the same run and in turns.
 * Then what erasing costs. Checks are spread evenly over the months; an account that is all history is the worst case.
 * Arguments: number of checks, of scopes, of months, and days of a partition; several of these are compared in one run.
 */
const [checks = 1_000_000, scopes = 50_000, months = 24, ...spans] = process.argv.slice(2).map(Number);
const rounds = 400;
const dayMs = 86_400_000;
const startMs = Date.now();
const rowsAtOnce = 10_000;

const big: Scope = { accountId: 'acct_big', siteId: us.id, tenantId: '' };
const empty: Scope = { ...big, accountId: 'acct_empty' };
const tenant = (n: number): Scope => ({ ...big, accountId: 'acct_key', tenantId: `tenant_${n}` });

const idAt = (ms: number) => `${firstIdAt('text', ms).slice(0, 15)}${createId('text').slice(15)}`;

/** A vacuum of a million rows takes its time. */
const statementTimeoutMs = 600_000;
const openDb = (url: string, poolMax: number): Db =>
  createDb<Tables>({ url, poolMax, statementTimeoutMs, applicationName: 'bench', ...databaseOptions });

interface Row {
  readonly scope: Scope;
  readonly ms: number;
}

async function fill(db: Db, rows: number, rowOf: (n: number) => Row): Promise<void> {
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const some = Array.from({ length: Math.min(rowsAtOnce, rows - from) }, (_, n) => rowOf(from + n));
    await sql`/* plan anew */ insert into text_checks (id, account_id, site_id, tenant_id, platform, vertical, explain_locale, text,
        status, risk_level, summary, findings, pack_hash, created_at, updated_at)
      select id, account, 'us', tenant, 'dtc_us', 'general', 'en-US', repeat('A text. ', 20), 'completed', 'safe', '{}',
        '[]', 'h', to_timestamp(ms / 1000), to_timestamp(ms / 1000)
      from unnest(${some.map(({ ms }) => idAt(ms))}::text[], ${some.map(({ scope }) => scope.accountId)}::text[],
        ${some.map(({ scope }) => scope.tenantId)}::text[], ${some.map(({ ms }) => ms)}::float8[])
        as row (id, account, tenant, ms)`.execute(db);
  }
}

/** A database with all checks, in one table or in partitions of so many days each over the months. */
async function open(adminUrl: string, spanDays: number | null): Promise<Db> {
  const database = await createDatabase(adminUrl, 'bench_partitions');
  const wanted = Object.entries(migrations).filter(([name]) => spanDays !== null || name < '0017');
  const migrator = openDb(database.url, 2);
  const stretchMs = months * 30 * dayMs;
  // The first partition ends some time after its migration, which was long ago here.
  const { now } = Date;
  Date.now = () => startMs - stretchMs;
  await migrate(migrator, Object.fromEntries(wanted), {
    session: { statementTimeoutMs, ...databaseOptions },
  });
  Date.now = now;
  await migrator.destroy();
  const db = openDb(database.url, 1);
  for (let days = 0; spanDays !== null && days <= months * 30; days += 5) {
    const nowMs = startMs - stretchMs + days * dayMs;
    await makeNextPartition(db, partitionedChecks, { nowMs, spanDays });
  }
  const msOf = (part: number) => startMs - Math.floor(part * stretchMs);
  await fill(db, checks, (n) => ({ scope: big, ms: msOf(n / checks) }));
  await fill(db, scopes, (n) => ({ scope: tenant(n), ms: msOf(n / scopes) }));
  await sql`insert into text_check_counts (account_id, site_id, tenant_id, shard, total)
    select account_id, site_id, tenant_id, 0, count(*) from text_checks group by 1, 2, 3`.execute(db);
  await sql`vacuum analyze text_checks`.execute(db);
  await sql`vacuum analyze text_check_counts`.execute(db);
  return db;
}

const page = (db: Db, scope: Scope, number: number) =>
  listChecks(db, scope, { offset: (number - 1) * 20, limit: 20 });

async function submitAndTake(db: Db): Promise<void> {
  const id = createId('text');
  const check = { platform: 'dtc_us', vertical: 'general', explainLocale: 'en-US', text: 'A text.' };
  await insertChecks(db, [
    {
      id,
      scope: { ...big, accountId: `acct_${id}` },
      deadlineMs: Date.now() + 60_000,
      ...check,
      productVertical: null,
      sceneMode: null,
      autoFix: false,
      batchId: null,
    },
  ]);
  await takeChecks(db, [id], { leaseMs: 30_000, maxAttempts: 4 });
}

/** Calls to measure, by name. */
const workOf = (db: Db, known: string): Readonly<Record<string, () => Promise<unknown>>> => ({
  'empty scope, page 1': () => page(db, empty, 1),
  'a million, page 1': () => page(db, big, 1),
  'a million, page 50': () => page(db, big, 50),
  'a million, last page': () => page(db, big, Math.ceil(checks / 20)),
  '50,000 scopes, one of them': () => page(db, tenant(Math.floor(Math.random() * scopes)), 1),
  'one check by its id': () => findCheck(db, big, known),
  'submit and take': () => submitAndTake(db),
});

/** The value below which a share of the values is. */
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const server = await startPostgres({ durable: false });
try {
  const layouts: { readonly name: string; readonly db: Db; readonly work: ReturnType<typeof workOf> }[] = [];
  for (const spanDays of [null, ...(spans.length > 0 ? spans : [183])]) {
    const db = await open(server.adminUrl, spanDays);
    const { rows } = await sql<{ id: string }>`select id from text_checks where account_id = ${big.accountId}
      and site_id = ${big.siteId} and tenant_id = '' and deleted_at is null
      order by created_at desc offset ${checks >> 1}::bigint limit 1`.execute(db);
    const { length } = await listPartitions(db, partitionedChecks);
    const name = spanDays === null ? 'one table' : `${length} partitions and the default one`;
    layouts.push({ name, db, work: workOf(db, rows[0]?.id ?? '') });
  }
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const { name, work } of layouts) {
      for (const [what, run] of Object.entries(work)) {
        const began = performance.now();
        await run();
        // The first rounds plan the statements and fill the caches.
        if (round >= rounds / 4) {
          const key = `${name}: ${what}`;
          times.set(key, [...(times.get(key) ?? []), performance.now() - began]);
        }
      }
    }
  }
  for (const [key, values] of times)
    process.stdout.write(
      `${key}: ${quantile(values, 0.5).toFixed(2)} ms, undisturbed ${quantile(values, 0.1).toFixed(2)} ms\n`,
    );

  const { db } = layouts[1] ?? { db: undefined };
  if (db) {
    const batches: number[] = [];
    let after = '';
    for (let turn = 0; turn < 100; turn++) {
      const began = performance.now();
      const page = { after, before: idAt(startMs - 30 * dayMs), limit: 500 };
      const { last } = await db.transaction().execute((trx) => eraseExpiredChecks(trx, page));
      if (last === null) break;
      after = last;
      batches.push(performance.now() - began);
    }
    process.stdout.write(
      `erasing 500 checks with their events: ${quantile(batches, 0.5).toFixed(1)} ms, at most ${Math.max(...batches).toFixed(1)} ms\n`,
    );
  }
  for (const layout of layouts) await layout.db.destroy();
} finally {
  await server.dispose();
}
