import { createDb, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createDatabase, startPostgres } from '@redline/testkit/servers';
import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { openAudit, runAudit } from '../src/handlers/audit-run.ts';
import { newestAudit } from '../src/store/audit/audits.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';
import { generateAccounts, generateCharges } from './generate-ledger.ts';
import { measure } from './measure.ts';

/**
 * An audit of the whole ledger and one after 1,000 new charges, at two sizes, in units of a one-row commit of the same run.
 * Sizes are set by `BENCH_CHARGES`, as `100000,1000000`.
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

async function run(db: Db): Promise<void> {
  await migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } });
  await sql`create table reference (id text primary key)`.execute(db);
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
    const commit = () => sql`insert into reference values (${createId('ref')})`.execute(db);
    const { p50Ms: commitMs } = await measure(commit, { forMs: 2_000, inFlight: 1 });
    let longestMs = 0;
    const wholeMs = await timed(async () => {
      longestMs = await audit(db, await openAudit({ db, now: () => new Date() }), until);
    });
    const newMs: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      await grow(until + fresh);
      const newest = await newestAudit(db);
      newMs.push(await timed(() => audit(db, newest?.id ?? 0, until)));
    }
    const medianMs = newMs.toSorted((a, b) => a - b)[Math.floor(repeats / 2)] ?? Number.NaN;
    const inCommits = (ms: number) => `${(ms / commitMs).toFixed(0)} commits`;
    process.stdout.write(
      `${size} charges: one-row commit ${commitMs.toFixed(2)} ms; whole ${(wholeMs / 1_000).toFixed(1)} s, ` +
        `${inCommits((wholeMs * 1_000) / size)} per 1,000 charges, longest step ${longestMs.toFixed(0)} ms; ` +
        `new, ${fresh} charges: ${medianMs.toFixed(0)} ms, ${inCommits(medianMs)}\n`,
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
