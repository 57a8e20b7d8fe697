import { sql, type Transaction } from 'kysely';

/** What every connection of a service to its database is bound by. */
export interface SessionOptions {
  /** Postgres cancels a statement that runs longer; a lock is waited for as long, four seconds at most. */
  readonly statementTimeoutMs: number;
  /**
   * For a service whose statements are all served by an index: the planner may choose nothing else while there is one,
   * so that a plan made while a table was small stays right as it grows, and a prepared statement is never planned
   * again. A transaction that reads whole tables calls `planFreely`.
   */
  readonly indexedOnly?: boolean;
}

/** Settings of Postgres by name, in the form of `pg_settings`: times in ms, without a unit. */
export type SessionSettings = Readonly<Record<string, string>>;

const lockTimeoutMs = 4_000;

/** Planner settings and what they are by default (PostgreSQL manual, "Query Planning"). */
const plannerSettings = {
  enable_seqscan: { indexedOnly: 'off', freely: 'on' },
  enable_hashjoin: { indexedOnly: 'off', freely: 'on' },
  enable_mergejoin: { indexedOnly: 'off', freely: 'on' },
  // What has no index is read all the same, at a cost so high that it would be compiled first.
  jit: { indexedOnly: 'off', freely: 'on' },
  plan_cache_mode: { indexedOnly: 'force_generic_plan', freely: 'auto' },
} as const;

const plannerSettingsFor = (mode: 'indexedOnly' | 'freely'): SessionSettings =>
  Object.fromEntries(Object.entries(plannerSettings).map(([name, values]) => [name, values[mode]]));

/** Returns the settings that the options stand for. */
export function sessionSettings({
  statementTimeoutMs,
  indexedOnly = false,
}: SessionOptions): SessionSettings {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(Math.min(lockTimeoutMs, statementTimeoutMs)),
    idle_in_transaction_session_timeout: String(statementTimeoutMs * 2 + 10_000),
    ...(indexedOnly && plannerSettingsFor('indexedOnly')),
  };
}

/** Every setting that `sessionSettings` may give; the role's others are somebody else's. */
export const sessionSettingNames: readonly string[] = Object.keys(
  sessionSettings({ statementTimeoutMs: 0, indexedOnly: true }),
);

/** Tells whether a setting bounds how long something is waited for; 0 is for ever. */
export const isBound = (name: string): boolean => name.endsWith('_timeout');

/** Changes settings until the transaction ends. */
export async function setLocally<DB>(trx: Transaction<DB>, settings: SessionSettings): Promise<void> {
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await sql`select ${sql.join(set)}`.execute(trx);
}

/** Lets the planner choose again, until the transaction ends: for what reads whole tables. */
export const planFreely = <DB>(trx: Transaction<DB>): Promise<void> =>
  setLocally(trx, plannerSettingsFor('freely'));

/**
 * Gives the statements of a transaction another time limit than the role's, until it ends. Locks are waited for no longer
 * than before. The driver gives up at the limit of its pool (`DbOptions`), which has to be as long.
 */
export const limitStatements = <DB>(trx: Transaction<DB>, statementTimeoutMs: number): Promise<void> =>
  setLocally(trx, { statement_timeout: String(statementTimeoutMs) });
