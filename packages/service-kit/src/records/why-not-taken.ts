import { type Kysely, sql } from 'kysely';
import { idsIn } from '../db/index.ts';
import { isProcessing } from './conditions.ts';
import type { RecordTable } from './record-kind.ts';

/**
 * Why a record was not taken: a live worker has it, for `freeInMs` more at most; it was tried as often as allowed and is
 * now to be failed; it failed so before, and its job is to be kept as dead; it has ended, and the job is done; or there
 * is no such record.
 */
export type NotTaken =
  | { readonly outcome: 'leased'; readonly freeInMs: number }
  | { readonly outcome: 'exhausted'; readonly attempt: number; readonly lastError: string | null }
  | { readonly outcome: 'dead'; readonly attempt: number; readonly lastError: string | null }
  | { readonly outcome: 'nothing_to_do' }
  | { readonly outcome: 'no_record' };

interface LeftRow {
  readonly id: string;
  readonly isOpen: boolean;
  readonly attempt: number;
  readonly handedBack: number;
  readonly isDead: boolean;
  readonly lastError: string | null;
  readonly freeInMs: number;
}

/**
 * Reads why records were not taken. What has become free since counts as leased: its job comes again.
 * @returns by id; an id that is not there has no entry
 */
export async function whyNotTaken<DB>(
  db: Kysely<DB>,
  { table, isOpen = isProcessing }: RecordTable,
  ids: readonly string[],
  { maxAttempts }: { readonly maxAttempts: number },
): Promise<Map<string, NotTaken>> {
  const { rows } = await sql<LeftRow>`
    select id, ${isOpen} as "isOpen", attempt, handed_back as "handedBack",
      failure_reason is not distinct from 'attempts_exhausted' as "isDead",
      last_error as "lastError",
      coalesce(extract(epoch from lease_until - clock_timestamp()) * 1000, 0)::float8 as "freeInMs"
    from ${sql.table(table)} where ${idsIn(ids)}`.execute(db);
  return new Map(rows.map((row) => [row.id, read(row, maxAttempts)]));
}

function read(row: LeftRow, maxAttempts: number): NotTaken {
  const { isOpen, isDead, attempt, handedBack, lastError, freeInMs } = row;
  if (isDead) return { outcome: 'dead', attempt, lastError };
  if (!isOpen) return { outcome: 'nothing_to_do' };
  const isLeft = attempt - handedBack < maxAttempts;
  if (freeInMs > 0 || isLeft) return { outcome: 'leased', freeInMs: Math.max(0, freeInMs) };
  return { outcome: 'exhausted', attempt, lastError };
}
