import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { Place } from '../domain/place.ts';
import type { Db, FailureReason } from './tables.ts';

export interface TakenCheck extends Place {
  readonly id: string;
  readonly attempt: number;
  readonly scope: Scope;
  readonly text: string;
  /** Whether its rewrite was asked for with it. */
  readonly autoFix: boolean;
  /** How often the scope's own words have changed; null when none apply. */
  readonly wordsVersion: number | null;
}

/**
 * What became of taking a job: it is ours; a live worker has it, maybe for `freeInMs` more; it was tried as often as
 * allowed and now wants to be failed; it failed so before and its job is to be kept as dead; it has ended and there is
 * nothing to do; or there is no such check.
 */
export type Taking = { readonly outcome: 'taken'; readonly check: TakenCheck } | NotTaken;

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

/**
 * Counts an attempt and leases the check to the caller, for each that is free and has attempts left, in one statement.
 * @param ids one of them twice is taken once
 * @returns what became of each, in their order
 */
export async function takeChecks(db: Db, ids: readonly string[], limits: TakeLimits): Promise<Taking[]> {
  const taken = await take(db, ids, limits);
  const left = ids.filter((id) => !taken.has(id));
  const found = left.length > 0 ? await look(db, left, limits) : new Map<string, Taking>();
  const given = new Set<string>();
  return ids.map((id) => {
    const check = taken.get(id);
    if (!check) return found.get(id) ?? { outcome: 'no_record' };
    if (given.has(id)) return { outcome: 'leased', freeInMs: limits.leaseMs };
    given.add(id);
    return { outcome: 'taken', check };
  });
}

interface TakenRow extends Omit<TakenCheck, 'scope' | 'wordsVersion'> {
  readonly account_id: string;
  readonly site_id: Scope['siteId'];
  readonly tenant_id: string;
  readonly words_version: number | null;
}

/** Read with the take, so that a check goes by every word that was there when it began. */
const wordsVersion = sql`(
  select s.version from word_scopes s join word_accounts a on a.account_id = s.account_id
  where s.account_id = text_checks.account_id and s.site_id = text_checks.site_id
    and s.tenant_id = text_checks.tenant_id and s.words > 0 and s.enabled and a.enabled)`;

async function take(db: Db, ids: readonly string[], limits: TakeLimits): Promise<Map<string, TakenCheck>> {
  const { rows } = await sql<TakenRow>`
    update text_checks
    set attempt = attempt + 1, lease_until = clock_timestamp() + ${limits.leaseMs}::float8 * interval '1 ms'
    where id = any(${ids}::text[]) and status = 'processing' and attempt < ${limits.maxAttempts}
      and (lease_until is null or lease_until <= clock_timestamp())
    returning id, attempt, account_id, site_id, tenant_id, text, platform, vertical,
      product_vertical as "productVertical", scene_mode as "sceneMode", auto_fix as "autoFix", ${wordsVersion} as words_version`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, checkOf(row)]));
}

function checkOf(row: TakenRow): TakenCheck {
  const {
    account_id: accountId,
    site_id: siteId,
    tenant_id: tenantId,
    words_version: version,
    ...check
  } = row;
  return { ...check, scope: { accountId, siteId, tenantId }, wordsVersion: version };
}

/** What a row says of why it was not taken. */
export interface LeftRow {
  readonly id: string;
  readonly status: string;
  readonly attempt: number;
  readonly failure_reason: FailureReason | null;
  readonly last_error: string | null;
  readonly free_in_ms: number;
}

/** Why these were not taken. What has become free since counts as leased: its job comes again. */
async function look(
  db: Db,
  ids: readonly string[],
  { maxAttempts }: TakeLimits,
): Promise<Map<string, Taking>> {
  const { rows } = await sql<LeftRow>`
    select id, status, attempt, failure_reason, last_error,
      coalesce(extract(epoch from lease_until - clock_timestamp()) * 1000, 0)::float8 as free_in_ms
    from text_checks where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, readLeft(row, maxAttempts)]));
}

export function readLeft({ status, attempt, ...row }: LeftRow, maxAttempts: number): NotTaken {
  if (row.failure_reason === 'attempts_exhausted')
    return { outcome: 'dead', attempt, lastError: row.last_error };
  if (status !== 'processing') return { outcome: 'nothing_to_do' };
  if (row.free_in_ms > 0 || attempt < maxAttempts) {
    return { outcome: 'leased', freeInMs: Math.max(0, row.free_in_ms) };
  }
  return { outcome: 'exhausted', attempt, lastError: row.last_error };
}
