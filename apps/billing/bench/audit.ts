import { createDb, migrate } from '@redline/service-kit/db';
import { createDatabase, startPostgres } from '@redline/testkit/servers';
import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { openAudit, runAudit } from '../src/handlers/audit-run.ts';
import { newestAudit } from '../src/store/audit/audits.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';
import { generateAccounts, generateCharges } from './generate-ledger.ts';

/**
 * An audit of the whole ledger and one after 1,000 new charges, at two sizes. Each is given in units of a reference that is
 * measured just before and after it: reading 1,000 charges and their lines by key. Sizes: `BENCH_CHARGES=100000,1000000`.
 */
const sizes = (process.env['BENCH_CHARGES'] ?? '100000,1000000').split(',').map(Number);
const accounts = 1_000;
const fresh = 1_000;
const repeats = 5;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return performance.now() - fromMs;
}

/** Carries an audit to its end. @returns its longest step in ms @throws Error if it finds a difference, or other charges */
async function audit(db: Db, auditId: number, charges: number): Promise<number> {
  let [longestMs, atMs] = [0, performance.now()];
  const isOver = () => {
    longestMs = Math.max(longestMs, performance.now() - atMs);
    atMs = performance.now();
    return false;
  };
  const report = await runAudit({ db, now: () => new Date() }, auditId, isOver);
  if (!report || report.differences.length > 0 || report.charges !== charges) {
    throw new Error(`the audit of ${charges} charges: ${JSON.stringify(report)}`);
  }
  return longestMs;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Reads 1,000 charges with their lines by key, some times; returns the median in ms. */
async function referenceMs(db: Db, size: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 9; turn++) {
    const step = Math.floor(size / 1_000);
    const ids = Array.from(
      { length: 1_000 },
      (_, i) => `text_${String(i * step + turn + 1).padStart(12, '0')}`,
    );
    const read = () =>
      sql`select count(l.amount) from charges c
        cross join lateral (select amount from charge_lines where charge_id = c.id offset 0) l
        where c.id = any(${ids}::text[])`.execute(db);
    times.push(await timed(read));
  }
  return median(times);
}

/** Returns how long something takes, in ms and in references measured before and after it. */
async function compared(db: Db, size: number, work: () => Promise<unknown>) {
  const before = await referenceMs(db, size);
  const ms = await timed(work);
  return { ms, references: (2 * ms) / (before + (await referenceMs(db, size))) };
}

async function run(db: Db): Promise<void> {
  await migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } });
  await generateAccounts(db, accounts);
  let until = 0;
  const grow = async (charges: number) => {
    for (; until < charges; until = Math.min(charges, until + 100_000)) {
      await generateCharges(db, { from: until + 1, until: Math.min(charges, until + 100_000), accounts });
    }
  };
  for (const size of sizes) {
    await grow(size);
    await sql`vacuum analyze`.execute(db);
    let longestMs = 0;
    const whole = await compared(db, size, async () => {
      longestMs = await audit(db, await openAudit({ db, now: () => new Date() }), until);
    });
    const fromNew = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      await grow(until + fresh);
      const newest = await newestAudit(db);
      fromNew.push(await compared(db, size, () => audit(db, newest?.id ?? 0, until)));
    }
    const perThousand = (whole.references * 1_000) / size;
    process.stdout.write(
      `${size} charges: whole ${(whole.ms / 1_000).toFixed(1)} s, ratio ${perThousand.toFixed(1)} for 1,000 charges, ` +
        `longest step ${longestMs.toFixed(0)} ms; ${fresh} new: ${median(fromNew.map(({ ms }) => ms)).toFixed(0)} ms, ` +
        `ratio ${median(fromNew.map(({ references }) => references)).toFixed(1)}\n`,
    );
  }
}

const server = await startPostgres();
try {
  const { url } = await createDatabase(server.adminUrl, 'bench');
  const options = { url, poolMax: 2, statementTimeoutMs: 600_000, applicationName: 'bench' };
  const db = createDb<Tables>({ ...options, ...databaseOptions });
  await run(db);
  await db.destroy();
} finally {
  await server.dispose();
}
