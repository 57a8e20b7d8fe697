import { readdirSync, readFileSync } from 'node:fs';
import { createDb, migrate } from '@redline/service-kit/db';
import { createMetrics } from '@redline/service-kit/metrics';
import { createDatabase, startPostgres } from '@redline/testkit/servers';
import { migrations } from '../migrations/index.ts';
import { createBillingMetrics } from '../src/billing-metrics.ts';
import type { Deps } from '../src/deps.ts';
import { charge } from '../src/handlers/charge.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';
import { fillAccounts, order } from './accounts.ts';
import { measure } from './measure.ts';

/**
 * Charges by several replicas of billing, each with a pool and batches of its own, in one process: their CPU and that of
 * Postgres for each charge, against one replica of the same run.
 */
const connections = 16;
const inFlight = 64;
const forMs = Number(process.env['BENCH_MS'] ?? 4_000);
const clockTicks = 100;

const server = await startPostgres();
try {
  const { url } = await createDatabase(server.adminUrl, 'bench');
  const options = { url, poolMax: connections, statementTimeoutMs: 10_000, applicationName: 'bench' };
  const open = () => createDb<Tables>({ ...options, ...databaseOptions });
  const first = open();
  await migrate(first, migrations, { session: { statementTimeoutMs: 10_000, ...databaseOptions } });
  for (const accountCount of [100, 1]) {
    const accounts = await fillAccounts(first, accountCount);
    let one: number | undefined;
    for (const count of [1, 2, 4]) {
      const replicas = Array.from({ length: count }, open);
      const { perSecond, cpuMs } = await run(replicas, accounts);
      one ??= cpuMs;
      const ratio = (cpuMs / one).toFixed(2);
      process.stdout.write(
        `${accountCount} accounts, ${count} replicas: ${perSecond.toFixed(0).padStart(5)}/s, ${cpuMs.toFixed(3)} ms CPU a charge, ratio ${ratio}\n`,
      );
      await Promise.all(replicas.map((db) => db.destroy()));
    }
  }
  await first.destroy();
} finally {
  await server.dispose();
}

async function run(replicas: readonly Db[], accounts: readonly string[]) {
  const handlers = replicas.map((db) => {
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
      now: () => new Date(),
    };
    return charge(deps);
  });
  let turn = 0;
  const one = () => {
    const handle = handlers[turn++ % handlers.length];
    const account = accounts[Math.floor(Math.random() * accounts.length)] ?? '';
    return handle ? order(handle, account) : Promise.resolve();
  };
  await measure(one, { forMs: 1_000, inFlight: inFlight * replicas.length });
  const [own, postgres] = [process.cpuUsage(), postgresCpuMs()];
  const { perSecond } = await measure(one, { forMs, inFlight: inFlight * replicas.length });
  const { user, system } = process.cpuUsage(own);
  const cpuMs = (user + system) / 1_000 + postgresCpuMs() - postgres;
  return { perSecond, cpuMs: cpuMs / ((perSecond * forMs) / 1_000) };
}

/** CPU of all processes of Postgres so far, as Linux counts it (proc(5), stat: 14 and 15). */
function postgresCpuMs(): number {
  const parent = String(server.pid());
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (fields[1] === parent) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It ended meanwhile.
    }
  }
  return (ticks * 1_000) / clockTicks;
}
