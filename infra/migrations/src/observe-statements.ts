import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Breach, Catalog } from './catalog.ts';

/** Effects of a statement on the tables that were there before its migration. */
interface Activity {
  readonly oid: number;
  readonly reads: number;
  readonly changes: number;
  /** Whether the transaction holds a lock that others wait for: for writing, or also for reading. */
  readonly blocks: boolean;
}

export interface Observation {
  readonly db: Kysely<unknown>;
  readonly breaches: () => readonly Breach[];
  /** The tables that were locked, or whose rows were changed. */
  readonly touched: () => ReadonlySet<number>;
  /** Makes the next run end with `Interrupted` after so many statements, as if its process had died. */
  readonly breakOffAfter: (statementsMax: number) => void;
}

export interface ObserveOptions {
  /** The tables to watch. */
  readonly before: Catalog;
  /** Whether the migration runs outside a transaction. */
  readonly isAlone: boolean;
}

/** The end of a run that was to break off. */
export class Interrupted extends Error {}

const notInTransaction = '25001';
const control = /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i;
const opening = /^\s*(begin|start|savepoint|release)/i;

/** Opens a query builder over the one connection, whose statements are watched. */
export function observe(client: pg.Client, { before, isAlone }: ObserveOptions): Observation {
  const found = new Map<string, Breach>();
  const touched = new Set<number>();
  const oids = [...before.keys()];
  let last: readonly Activity[] = [];
  let inTransaction = false;
  let statementsLeft = Number.POSITIVE_INFINITY;

  const report = (rule: Breach['rule'], { oid }: Activity) => {
    const on = before.get(oid)?.name ?? String(oid);
    found.set(`${rule} ${on}`, { rule, on });
  };
  const begin = async () => {
    last = await readActivity(client, oids);
  };
  const look = async () => {
    const since = new Map(last.map((activity) => [activity.oid, activity]));
    last = await readActivity(client, oids);
    const blocked = last.filter(({ blocks }) => blocks);
    const changed = last.filter(({ oid, changes }) => changes > (since.get(oid)?.changes ?? 0));
    const read = last.filter(({ oid, reads }) => reads > (since.get(oid)?.reads ?? 0));
    for (const { oid } of [...blocked, ...changed]) touched.add(oid);
    if (isAlone) for (const activity of blocked) report('blocking-lock', activity);
    else {
      for (const activity of changed) report('row-locks', activity);
      if (blocked.length > 0) for (const activity of read) report('blocking-scan', activity);
    }
  };
  const runStatement = async (run: () => Promise<pg.QueryResult>) => {
    if (!inTransaction) return runAlone(client, { run, begin, look });
    const result = await run();
    await look();
    return result;
  };
  const query = async (text: string, values: readonly unknown[]) => {
    const run = () => client.query(text, [...values]);
    if (control.test(text)) {
      const result = await run();
      inTransaction = opening.test(text);
      if (inTransaction) await begin();
      return result;
    }
    if (statementsLeft <= 0) throw new Interrupted();
    statementsLeft -= 1;
    return runStatement(run);
  };
  const pooled: PostgresPoolClient = {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => undefined,
  };
  const pool = { options: {}, connect: async () => pooled, end: async () => undefined };
  return {
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    breaches: () => [...found.values()],
    touched: () => touched,
    breakOffAfter: (statementsMax) => {
      statementsLeft = statementsMax;
    },
  };
}

interface Steps {
  readonly run: () => Promise<pg.QueryResult>;
  readonly begin: () => Promise<void>;
  readonly look: () => Promise<void>;
}

/** Runs a statement in a transaction of its own, to see its locks before they go; without one if it cannot have one. */
async function runAlone(client: pg.Client, { run, begin, look }: Steps): Promise<pg.QueryResult> {
  await client.query('begin');
  try {
    await begin();
    const result = await run();
    await look();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && error.code === notInTransaction) return run();
    throw error;
  }
}

/** Reads the counters of the running transaction, and the locks that it holds. */
async function readActivity(client: pg.Client, oids: readonly number[]): Promise<readonly Activity[]> {
  const { rows } = await client.query<Activity>(
    `select c.oid::int, (coalesce(s.seq_scan, 0) + coalesce(s.idx_scan, 0))::int as reads,
      (coalesce(s.n_tup_upd, 0) + coalesce(s.n_tup_del, 0))::int as changes,
      exists (select from pg_locks l where l.pid = pg_backend_pid() and l.relation = c.oid and l.granted
        and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as blocks
    from unnest($1::int[]::oid[]) as c (oid) left join pg_stat_xact_all_tables s on s.relid = c.oid`,
    [oids],
  );
  return rows;
}
