import type { Scope } from '@redline/contracts';
import type { CustomFinding } from '@redline/rule-engine/evaluate';
import type { Mode, Strategy } from '@redline/rule-engine/rewrite';
import { lookAtLeft, type TakeLimits, type Taking } from '@redline/service-kit/attempts';
import { sql } from 'kysely';
import type { Place } from '../domain/place.ts';
import type { Db } from './tables.ts';

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

type Row = Omit<TakenRewrite, 'scope'> & Scope;

/** Counts an attempt and leases the rewrite to the caller, if it is free and has attempts left. */
export async function takeRewrite(db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenRewrite>> {
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
  if (!row) return (await lookAtLeft(db, 'rewrites', [id], limits)).get(id) ?? { outcome: 'no_record' };
  const { accountId, siteId, tenantId, ...rewrite } = row;
  return { outcome: 'taken', taken: { ...rewrite, scope: { accountId, siteId, tenantId } } };
}
