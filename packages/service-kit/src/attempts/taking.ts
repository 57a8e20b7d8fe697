import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * What became of taking a job: it is ours; a live worker has it, maybe for `freeInMs` more; it was tried as often as
 * allowed and now wants to be failed; it failed so before and its job is to be kept as dead; it has ended and there is
 * nothing to do; or there is no such record.
 */
export type Taking<T> = { readonly outcome: 'taken'; readonly taken: T } | NotTaken;

export type NotTaken =
  | { readonly outcome: 'leased'; readonly freeInMs: number }
  | { readonly outcome: 'exhausted'; readonly attempt: number; readonly lastError: string | null }
  | { readonly outcome: 'dead'; readonly attempt: number; readonly lastError: string | null }
  | { readonly outcome: 'nothing_to_do' }
  | { readonly outcome: 'no_record' };

export interface TakeLimits {
  readonly leaseMs: number;
  readonly maxAttempts: number;
}

/** One taking of a record. */
interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

/** The usual condition under which there is work left at a record. */
export const isProcessing = sql<boolean>`status = 'processing'`;

interface LeftRow {
  readonly id: string;
  readonly isOpen: boolean;
  readonly attempt: number;
  readonly isDead: boolean;
  readonly lastError: string | null;
  readonly freeInMs: number;
}

/**
 * Why records were not taken. What has become free since counts as leased: its job comes again.
 * @param table has the columns `id, status, attempt, lease_until, failure_reason, last_error`
 * @param isOpen condition under which there is work left, where it is another than the usual one
 * @returns by id; what is not there has no entry
 */
export async function lookAtLeft<DB>(
  db: Kysely<DB>,
  table: string,
  ids: readonly string[],
  { maxAttempts, isOpen = isProcessing }: Pick<TakeLimits, 'maxAttempts'> & { isOpen?: RawBuilder<boolean> },
): Promise<Map<string, NotTaken>> {
  const { rows } = await sql<LeftRow>`
    select id, ${isOpen} as "isOpen", attempt, failure_reason is not distinct from 'attempts_exhausted' as "isDead",
      last_error as "lastError",
      coalesce(extract(epoch from lease_until - clock_timestamp()) * 1000, 0)::float8 as "freeInMs"
    from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, readLeft(row, maxAttempts)]));
}

function readLeft({ isOpen, isDead, attempt, lastError, freeInMs }: LeftRow, maxAttempts: number): NotTaken {
  if (isDead) return { outcome: 'dead', attempt, lastError };
  if (!isOpen) return { outcome: 'nothing_to_do' };
  if (freeInMs > 0 || attempt < maxAttempts) return { outcome: 'leased', freeInMs: Math.max(0, freeInMs) };
  return { outcome: 'exhausted', attempt, lastError };
}

/**
 * Ends a lease before its time, so that the next attempt need not wait for it. The attempt stays counted.
 * The lease ends and is not removed: should the job be lost now, a sweeper goes by its end.
 */
export async function releaseLease<DB>(
  db: Kysely<DB>,
  table: string,
  { id, attempt }: Attempt,
  { lastError, isOpen = isProcessing }: { lastError: string; isOpen?: RawBuilder<boolean> },
): Promise<void> {
  await sql`update ${sql.table(table)} set lease_until = clock_timestamp(), last_error = ${lastError}
    where id = ${id} and attempt = ${attempt} and ${isOpen}`.execute(db);
}

/**
 * Makes a lease last from now on as long as a new one.
 * @returns false when the record has ended, or somebody else has taken it
 */
export async function extendLease<DB>(
  db: Kysely<DB>,
  table: string,
  { id, attempt }: Attempt,
  { leaseMs, isOpen = isProcessing }: { leaseMs: number; isOpen?: RawBuilder<boolean> },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set lease_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 ms'
    where id = ${id} and attempt = ${attempt} and ${isOpen}`.execute(db);
  return numAffectedRows === 1n;
}
