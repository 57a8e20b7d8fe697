import type { Scope } from '@redline/contracts';
import { idsIn } from '@redline/service-kit/db';
import {
  isProcessing,
  type NotTaken,
  type TakeLimits,
  type Taking,
  takeClauses,
  whyNotTaken,
} from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Place } from '../../domain/place.ts';
import { checkRecord } from '../check-record.ts';
import type { Db } from '../tables.ts';

export interface TakenCheck extends Place {
  readonly id: string;
  readonly attempt: number;
  readonly handedBack?: number;
  readonly scope: Scope;
  readonly text: string;
  /** The batch that it is an item of; null of a single check. */
  readonly batchId: string | null;
  /** Whether its rewrite was asked for with it. */
  readonly autoFix: boolean;
  /** Version of the scope's own words; null when none apply. */
  readonly wordsVersion: number | null;
}

/**
 * Counts an attempt and leases the check to the caller, for each that is free and has attempts left, in one statement.
 * Special: other records are taken one by one (service-kit, `takeRecord`); the conditions are the same.
 * @param ids one of them twice is taken once
 * @returns what became of each, in their order
 */
export async function takeChecks(
  db: Db,
  ids: readonly string[],
  limits: TakeLimits,
): Promise<Taking<TakenCheck>[]> {
  const taken = await take(db, ids, limits);
  const left = ids.filter((id) => !taken.has(id));
  const found =
    left.length > 0 ? await whyNotTaken(db, checkRecord, left, limits) : new Map<string, NotTaken>();
  const given = new Set<string>();
  return ids.map((id) => {
    const check = taken.get(id);
    if (!check) return found.get(id) ?? { outcome: 'no_record' };
    if (given.has(id)) return { outcome: 'leased', freeInMs: limits.leaseMs };
    given.add(id);
    return { outcome: 'taken', taken: check };
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
  const { set, isFree } = takeClauses(limits);
  const { rows } = await sql<TakenRow>`
    update text_checks set ${set}
    where ${idsIn(ids)} and ${isProcessing} and ${isFree}
    returning id, attempt, handed_back as "handedBack", account_id, site_id, tenant_id, text, platform, vertical,
      product_vertical as "productVertical", scene_mode as "sceneMode", auto_fix as "autoFix", batch_id as "batchId",
      ${wordsVersion} as words_version`.execute(db);
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
