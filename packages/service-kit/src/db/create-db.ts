import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides, types } from 'pg';
import type { Logger } from '../log/index.ts';
import type { PoolCounts } from '../metrics/index.ts';
import { isTracing } from '../tracing/span.ts';
import { tracedPool } from '../tracing/traced-pool.ts';
import { preparedPool } from './prepared-pool.ts';

export interface DbOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolMax: number;
  /**
   * Limit of a statement here, which the role has in Postgres (`sessionSettings`) or a transaction sets for itself
   * (`limitStatements`). The driver gives up 2 s later, should the server have gone silent.
   */
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
  /** Called once with what counts the pool's connections, for metrics. */
  readonly onPool?: (count: () => PoolCounts) => void;
}

const idleTimeoutMs = 30_000;

/**
 * A query builder over a pool with bounded waits for a connection and an answer. It sends no settings but its name, since
 * a pooler would refuse them: limits of statements, locks and idle transactions, and the planner's settings, belong to the
 * role and are written by `migrate`.
 * `bigint` columns come as numbers; one past 2^53 throws instead of losing digits.
 */
export function createDb<T>(options: DbOptions): Kysely<T> {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: idleTimeoutMs,
    // Past the server's own limit: it speaks when the server has gone silent.
    query_timeout: options.statementTimeoutMs + 2_000,
    keepAlive: true,
    types: numbersForBigint(),
  });
  // A connection that breaks while it rests in the pool has no caller; without a listener it ends the process.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'a resting database connection broke'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  options.onPool?.(() => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: options.poolMax,
  }));
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
