import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { CheckStatus, Db, FailureReason } from './tables.ts';

export interface TakenCheck {
  readonly id: string;
  readonly attempt: number;
  readonly scope: Scope;
  readonly text: string;
  readonly platform: string;
  readonly vertical: string;
}

/**
 * What became of taking a job: it is ours; a live worker has it, maybe for `freeInMs` more; it was tried as often as
 * allowed and now wants to be failed; it failed so before and its job is to be kept as dead; it has ended and there is
 * nothing to do; or there is no such check.
 */
export type Taking =
  | { readonly outcome: 'taken'; readonly check: TakenCheck }
  | { readonly outcome: 'leased'; readonly freeInMs: number }
  | { readonly outcome: 'exhausted'; readonly attempt: number; readonly lastError: string | null }
  | { readonly outcome: 'dead'; readonly attempt: number; readonly lastError: string | null }
  | { readonly outcome: 'nothing_to_do' }
  | { readonly outcome: 'no_record' };

interface Row {
  readonly status: CheckStatus;
  readonly attempts: number;
  readonly failure_reason: FailureReason | null;
  readonly last_error: string | null;
  readonly free_in_ms: number;
  readonly attempt: number | null;
  readonly account_id: string;
  readonly site_id: Scope['siteId'];
  readonly tenant_id: string;
  readonly text: string;
  readonly platform: string;
  readonly vertical: string;
}

/** Counts an attempt and leases the check to the caller, in one statement, if it is free and has attempts left. */
export async function takeCheck(
  db: Db,
  id: string,
  limits: { readonly leaseMs: number; readonly maxAttempts: number },
): Promise<Taking> {
  const { leaseMs, maxAttempts } = limits;
  const { rows } = await sql<Row>`
    with taken as (
      update text_checks
      set attempt = attempt + 1, lease_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 ms'
      where id = ${id} and status = 'processing' and attempt < ${maxAttempts}
        and (lease_until is null or lease_until <= clock_timestamp())
      returning attempt
    )
    select taken.attempt, status, found.attempt as attempts, failure_reason, last_error,
      coalesce(extract(epoch from lease_until - clock_timestamp()) * 1000, 0)::float8 as free_in_ms,
      account_id, site_id, tenant_id, text, platform, vertical
    from text_checks found left join taken on true where id = ${id}`.execute(db);
  return read(id, rows[0], maxAttempts);
}

/** The row is as it was before the update, which is why another's taking at the same moment still looks free. */
function read(id: string, row: Row | undefined, maxAttempts: number): Taking {
  if (!row) return { outcome: 'no_record' };
  const { attempts, last_error: lastError } = row;
  if (row.attempt !== null) {
    const { account_id: accountId, site_id: siteId, tenant_id: tenantId, text, platform, vertical } = row;
    const scope = { accountId, siteId, tenantId };
    return { outcome: 'taken', check: { id, attempt: row.attempt, scope, text, platform, vertical } };
  }
  if (row.failure_reason === 'attempts_exhausted') return { outcome: 'dead', attempt: attempts, lastError };
  if (row.status !== 'processing') return { outcome: 'nothing_to_do' };
  if (row.free_in_ms > 0 || attempts < maxAttempts) {
    return { outcome: 'leased', freeInMs: Math.max(0, row.free_in_ms) };
  }
  return { outcome: 'exhausted', attempt: attempts, lastError };
}
