import { createDb, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createMetrics } from '@redline/service-kit/metrics';
import { createDatabase, startPostgres } from '@redline/testkit/servers';
import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { createBillingMetrics } from '../src/billing-metrics.ts';
import type { Deps } from '../src/deps.ts';
import { charge } from '../src/handlers/charge.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';
import { fillAccounts, order } from './accounts.ts';
import { measure, type Rate } from './measure.ts';

const connections = 16;
const accountCount = 100;
const forMs = Number(process.env['BENCH_MS'] ?? 4_000);

/** One-row commits and charges of the same run, each with synchronous_commit=on, over the same connections. */
async function run(db: Db): Promise<void> {
  await migrate(db, migrations, { session: { statementTimeoutMs: 10_000, ...databaseOptions } });
  await sql`create table reference (id text primary key, value int not null)`.execute(db);
  const accounts = await fillAccounts(db, accountCount);
  const now = () => new Date();
  const metrics = createBillingMetrics(createMetrics({ service: 'bench' }).registry);
  const deps: Deps = {
    db,
    auditDb: db,
    auditTimeoutMs: 10_000,
    metrics,
    readStatuses: async () => new Map(),
    eraseAtOwner: async () => ({ removed: {}, left: {} }),
    signUpCredits: 0,
    erasureWaitMs: 0,
    creditsLowAt: 100,
    wakeRelay() {},
    now,
  };
  const handle = charge(deps);
  const commit = () => sql`insert into reference values (${createId('ref')}, 1)`.execute(db);
  const chargeOne = (accountId: string) => order(handle, accountId);
  const spread = () => chargeOne(accounts[Math.floor(Math.random() * accounts.length)] ?? '');

  await measure(spread, { forMs: 1_000, inFlight: connections });
  const reference = await measure(commit, { forMs, inFlight: connections });
  const charges = await measure(spread, { forMs, inFlight: connections });
  const oneAccount = await measure(() => chargeOne(accounts[0] ?? ''), { forMs, inFlight: connections });
  const idle = await measure(spread, { forMs, inFlight: 1 });
  print('one-row commit', reference, reference);
  print(`charge, ${accountCount} accounts`, charges, reference);
  print('charge, one account', oneAccount, reference);
  print('charge, one at a time', idle, reference);
}

function print(name: string, rate: Rate, reference: Rate): void {
  const ratio = (rate.perSecond / reference.perSecond).toFixed(2);
  const { perSecond, p50Ms, p99Ms } = rate;
  process.stdout.write(
    `${name.padEnd(24)} ${perSecond.toFixed(0).padStart(6)}/s  ratio ${ratio}  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms\n`,
  );
}

const server = await startPostgres();
try {
  const { url } = await createDatabase(server.adminUrl, 'bench');
  const options = { url, poolMax: connections, statementTimeoutMs: 10_000, applicationName: 'bench' };
  const db = createDb<Tables>({ ...options, ...databaseOptions });
  await run(db);
  await db.destroy();
} finally {
  await server.dispose();
}
