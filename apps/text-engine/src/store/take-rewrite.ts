import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { CustomFinding } from '../domain/evaluation.ts';
import type { Place } from '../domain/place.ts';
import type { Mode, Strategy } from '../domain/rewrite/order.ts';
import type { Db } from './tables.ts';
import { type LeftRow, type NotTaken, readLeft, type TakeLimits } from './take-checks.ts';

/** A rewrite, with what of its check it goes by. */
export interface TakenRewrite extends Place {
  readonly id: string;
  readonly attempt: number;
  readonly scope: Scope;
  readonly text: string;
  readonly strategy: Strategy;
  readonly mode: Mode;
  readonly customFindings: readonly CustomFinding[] | null;
}

export type TakingRewrite = { readonly outcome: 'taken'; readonly rewrite: TakenRewrite } | NotTaken;

type Row = Omit<TakenRewrite, 'scope'> & Scope;

/** Counts an attempt and leases the rewrite to the caller, if it is free and has attempts left. */
export async function takeRewrite(db: Db, id: string, limits: TakeLimits): Promise<TakingRewrite> {
  const { rows } = await sql<Row>`
    update rewrites r
    set attempt = r.attempt + 1, lease_until = clock_timestamp() + ${limits.leaseMs}::float8 * interval '1 ms'
    from text_checks t
    where r.id = ${id} and r.status = 'processing' and r.attempt < ${limits.maxAttempts}
      and (r.lease_until is null or r.lease_until <= clock_timestamp()) and t.id = r.check_id
    returning r.id, r.attempt, r.account_id as "accountId", r.site_id as "siteId", r.tenant_id as "tenantId",
      r.strategy, r.mode, t.text, t.platform, t.vertical, t.product_vertical as "productVertical",
      t.scene_mode as "sceneMode", t.custom_findings as "customFindings"`.execute(db);
  const [row] = rows;
  if (!row) return look(db, id, limits);
  const { accountId, siteId, tenantId, ...rewrite } = row;
  return { outcome: 'taken', rewrite: { ...rewrite, scope: { accountId, siteId, tenantId } } };
}

async function look(db: Db, id: string, { maxAttempts }: TakeLimits): Promise<NotTaken> {
  const { rows } = await sql<LeftRow>`
    select id, status, attempt, failure_reason, last_error,
      coalesce(extract(epoch from lease_until - clock_timestamp()) * 1000, 0)::float8 as free_in_ms
    from rewrites where id = ${id}`.execute(db);
  return rows[0] ? readLeft(rows[0], maxAttempts) : { outcome: 'no_record' };
}

/** Ends a lease before its time, as `releaseCheck` does. */
export async function releaseRewrite(
  db: Db,
  { id, attempt }: Pick<TakenRewrite, 'id' | 'attempt'>,
  lastError: string,
): Promise<void> {
  await db
    .updateTable('rewrites')
    .set({ lease_until: sql`clock_timestamp()`, last_error: lastError })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'processing')
    .execute();
}
