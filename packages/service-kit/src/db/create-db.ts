import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides, types } from 'pg';
import type { Logger } from '../log/index.ts';
import { isTracing } from '../tracing/span.ts';
import { tracedPool } from '../tracing/traced-pool.ts';
import { indexedOnlyOptions } from './indexed-only.ts';
import { preparedPool } from './prepared-pool.ts';

export interface DbOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolMax: number;
  /** Postgres cancels a statement that runs longer. */
  readonly statementTimeoutMs: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  readonly log?: Logger;
  /** How long a query waits for a free connection or a new one. */
  readonly connectTimeoutMs?: number;
  /**
   * Statements of this process that each connection plans only once: for large statements that are run often. A pooler
   * between here and Postgres must know prepared statements (PgBouncer 1.21 does). None when left out.
   */
  readonly preparedMax?: number;
  /**
   * For a service whose statements are all served by an index: the planner may choose nothing else while there is one,
   * so that a plan made while a table was small stays right as it grows, and a prepared statement is never planned
   * again. A transaction that reads whole tables calls `planFreely`.
   */
  readonly indexedOnly?: boolean;
}

const idleTimeoutMs = 30_000;
const lockTimeoutMs = 4_000;

/**
 * A query builder over a pool with bounded waits: for a connection, a lock, a statement, and an idle transaction.
 * `bigint` columns come as numbers; one past 2^53 throws instead of losing digits.
 */
export function createDb<T>(options: DbOptions): Kysely<T> {
  const { statementTimeoutMs } = options;
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: idleTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // Past the server's own limit: it speaks when the server has gone silent.
    query_timeout: statementTimeoutMs + 2_000,
    lock_timeout: Math.min(lockTimeoutMs, statementTimeoutMs),
    idle_in_transaction_session_timeout: statementTimeoutMs * 2 + 10_000,
    keepAlive: true,
    ...(options.indexedOnly && { options: indexedOnlyOptions }),
    types: numbersForBigint(),
  });
  // A connection that breaks while it rests in the pool has no caller; without a listener it ends the process.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'a resting database connection broke'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { preparedMax = 0 } = options;
  const prepared = preparedMax > 0 ? preparedPool(pool, preparedMax) : pool;
  const traced = isTracing() ? tracedPool(prepared, options.applicationName) : prepared;
  return new Kysely<T>({ dialect: new PostgresDialect({ pool: traced }) });
}

function numbersForBigint(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is past what a number holds`);
    return value;
  });
  return overrides;
}
