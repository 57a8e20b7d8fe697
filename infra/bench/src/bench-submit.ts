import { createDatabase } from '@redline/testkit/servers';
import pg from 'pg';
import { drained, submitFor } from './checks.ts';
import type { Customer } from './customers.ts';
import type { BenchStack } from './stack.ts';
import { inTurns, median } from './statistics.ts';

const connections = 16;
const seconds = 6;
const rounds = 3;

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  // Without a listener, an idle connection that is cut would end the process and hide the reason.
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

/**
 * Measures submissions until their checks are finished, over 100 accounts, against one-row commits of the same Postgres.
 * @returns a line of the report
 */
export async function benchSubmit(stack: BenchStack, customers: readonly Customer[]): Promise<string> {
  const database = await createDatabase(stack.adminUrl, 'bench');
  const pool = openPool(database.url, connections);
  try {
    await pool.query('create table reference (id bigserial primary key, at timestamptz not null)');
    await pool.query('set synchronous_commit = on');
    const accepted: number[] = [];
    const ours = async () => {
      const { count, startedAt, perSecond } = await submitFor(stack.apiUrl, customers, seconds);
      accepted.push(perSecond);
      await drained(stack);
      return count / ((Date.now() - startedAt) / 1_000);
    };
    const result = await inTurns(rounds, ours, () => commitsPerSecond(pool));
    const burst = median(accepted);
    return (
      `submissions to finished checks, ${customers.length} accounts: ${result.ours.toFixed(0)}/s, ${result.ratio.toFixed(3)} of one-row commits on ${connections} connections with synchronous_commit=on (${result.reference.toFixed(0)}/s)\n` +
      `  answered with 201 meanwhile, a queue growing behind them: ${burst.toFixed(0)}/s, ${(burst / result.reference).toFixed(3)}`
    );
  } finally {
    await pool.end();
    await database.dispose();
  }
}
