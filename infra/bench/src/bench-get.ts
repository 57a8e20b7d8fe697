import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createDatabase, freePort } from '@redline/testkit/servers';
import pg from 'pg';
import { type Check, read } from './checks.ts';
import { load } from './load.ts';
import type { BenchStack } from './stack.ts';
import { inTurns } from './statistics.ts';

const connections = 32;
const seconds = 5;
const rounds = 3;
const any = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T;

async function startProcess(file: string, args: readonly string[]): Promise<ChildProcess> {
  const child = fork(new URL(file, import.meta.url), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

/** The same records, in a table with only a primary key. */
async function fillReference(url: string, apiUrl: string, checks: readonly Check[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const record = JSON.stringify(await read(apiUrl, any(checks)));
  // As much as a service's own connections may.
  await client.query(
    "do $$ begin execute format('alter database %I set statement_timeout to 10000', current_database()); end $$",
  );
  await client.query('create table reference (id text primary key, record json not null)');
  await client.query('insert into reference select unnest($1::text[]), $2::json', [
    checks.map(({ id }) => id),
    record,
  ]);
  await client.query('analyze reference');
  await client.end();
}

/**
 * Measures `GET` of a check with random ids, against a ts-rest route with one NATS request and one indexed select.
 * @returns a line of the report
 */
export async function benchGet(stack: BenchStack, checks: readonly Check[]): Promise<string> {
  const database = await createDatabase(stack.adminUrl, 'bench');
  await fillReference(database.url, stack.apiUrl, checks);
  const port = await freePort();
  const owner = await startProcess('./reference-owner.ts', [stack.natsUrl, database.url]);
  const edge = await startProcess('./reference-edge.ts', [stack.natsUrl, String(port)]);
  const get =
    (url: string, requestOf: (check: Check) => { path: string; headers: Record<string, string> }) =>
    async () =>
      (
        await load({
          url,
          connections,
          seconds,
          request: () => ({ method: 'GET', ...requestOf(any(checks)) }),
        })
      ).perSecond;
  try {
    const result = await inTurns(
      rounds,
      get(stack.apiUrl, ({ id, key }) => ({
        path: `/v1/intl/us/text/checks/${id}`,
        headers: { authorization: `Bearer ${key}` },
      })),
      get(`http://127.0.0.1:${port}`, ({ id }) => ({ path: `/reference/${id}`, headers: {} })),
    );
    return `GET of a check, ${checks.length} ids, ${connections} connections: ${result.ours.toFixed(0)}/s, ${result.ratio.toFixed(2)} of a ts-rest route with one NATS request and one select (${result.reference.toFixed(0)}/s)`;
  } finally {
    edge.kill();
    owner.kill();
    await Promise.all([edge, owner].map((child) => once(child, 'exit')));
    await database.dispose();
  }
}
