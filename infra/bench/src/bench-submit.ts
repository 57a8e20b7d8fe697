import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@redline/testkit/servers';
import pg from 'pg';
import { submitFor } from './checks.ts';
import type { Customer } from './customers.ts';
import type { BenchStack } from './stack.ts';
import { inTurns } from './statistics.ts';

const connections = 16;
const seconds = 6;
const rounds = 3;
const drainTimeoutMs = 120_000;

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  // Without a listener, a connection cut while idle would end the process and hide why.
  pool.on('error', (error) => process.stderr.write(`bench: ${error.message}\n`));
  return pool;
}

async function commitsPerSecond(pool: pg.Pool): Promise<number> {
  const endMs = performance.now() + seconds * 1_000;
  let count = 0;
  const worker = async () => {
    while (performance.now() < endMs) {
      await pool.query('insert into reference (at) values (now())');
      count++;
    }
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  return count / ((performance.now() - startedMs) / 1_000);
}

/** Waits until no check is left processing: a rate that only fills a queue is not sustained. */
async function drained(engine: pg.Pool): Promise<void> {
  const endMs = performance.now() + drainTimeoutMs;
  for (;;) {
    const { rows } = await engine.query(
      "select exists (select from text_checks where status = 'processing') as left",
    );
    if (!rows[0]?.left) return;
    if (performance.now() > endMs) throw new Error('the checks were not finished in two minutes');
    await sleep(20);
  }
}

/**
 * Submissions until their checks are finished, over 100 accounts, against one-row commits of the same Postgres.
 * @returns a line for people
 */
export async function benchSubmit(stack: BenchStack, customers: readonly Customer[]): Promise<string> {
  const database = await createDatabase(stack.adminUrl, 'bench');
  const pool = openPool(database.url, connections);
  const engineUrl = new URL(stack.adminUrl);
  engineUrl.pathname = '/redline_text_engine';
  const engine = openPool(engineUrl.href, 1);
  try {
    await pool.query('create table reference (id bigserial primary key, at timestamptz not null)');
    await pool.query('set synchronous_commit = on');
    const ours = async () => {
      const { count, startedAt } = await submitFor(stack.apiUrl, customers, seconds);
      await drained(engine);
      return count / ((Date.now() - startedAt) / 1_000);
    };
    const result = await inTurns(rounds, ours, () => commitsPerSecond(pool));
    return `submissions to finished checks, ${customers.length} accounts: ${result.ours.toFixed(0)}/s, ${result.ratio.toFixed(3)} of one-row commits on ${connections} connections with synchronous_commit=on (${result.reference.toFixed(0)}/s)`;
  } finally {
    await pool.end();
    await engine.end();
    await database.dispose();
  }
}
