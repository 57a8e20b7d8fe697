import type { Scope } from '@redline/contracts';
import type { Mode, Strategy } from '@redline/rule-engine/rewrite';
import { sql } from 'kysely';
import { type LockedCheck, lockCheck, readCheck, setFixStatus } from './lock-check.ts';
import type { Db, Trx } from './tables.ts';

export interface NewRewrite {
  readonly id: string;
  readonly checkId: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  readonly strategy: Strategy;
  readonly mode: Mode;
}

/**
 * `stored`: it is there, from now or from before; `too_late`: it is not, and the deadline has passed; the others say
 * why the check is not rewritten.
 */
export type InsertingRewrite =
  | 'stored'
  | 'too_late'
  | 'not_found'
  | 'not_completed'
  | 'no_risks'
  | 'already_running';

/** Begins the rewrite of a check, and sets its state there. Of concurrent ones of a check the first begins. */
export function insertRewrite(db: Db, rewrite: NewRewrite): Promise<InsertingRewrite> {
  const { id, checkId, scope, strategy, mode } = rewrite;
  return db.transaction().execute(async (trx) => {
    const check = await lockCheck(trx, checkId, scope);
    const known = await lookUp(trx, rewrite);
    if (known.isStored) return 'stored';
    if (known.isLate) return 'too_late';
    const obstacle = obstacleOf(check);
    if (obstacle || !check) return obstacle ?? 'not_found';
    const { accountId: account_id, siteId: site_id, tenantId: tenant_id } = scope;
    const owner = { check_id: checkId, account_id, site_id, tenant_id };
    await trx
      .insertInto('rewrites')
      .values({ id, ...owner, strategy, mode, previous_status: check.fixStatus })
      .execute();
    await setFixStatus(trx, checkId, 'processing');
    return 'stored';
  });
}

/** Returns why a rewrite of a check would not begin now; undefined if it would. Changes nothing. */
export const rewriteObstacle = async (db: Db, { checkId, scope }: Pick<NewRewrite, 'checkId' | 'scope'>) =>
  obstacleOf(await readCheck(db, checkId, scope));

type Obstacle = Exclude<InsertingRewrite, 'stored' | 'too_late'>;

function obstacleOf(check: LockedCheck | undefined): Obstacle | undefined {
  if (!check) return 'not_found';
  if (check.status !== 'completed' || !check.summary) return 'not_completed';
  const { violation, sceneHint } = check.summary;
  // On the main site a scene hint is a risk as well.
  if (violation + (check.productVertical === null ? 0 : sceneHint) === 0) return 'no_risks';
  return check.fixStatus === 'processing' ? 'already_running' : undefined;
}

async function lookUp(trx: Trx, { id, deadlineMs }: NewRewrite) {
  const { rows } = await sql<{ isStored: boolean; isLate: boolean }>`
    select exists (select from rewrites where id = ${id}) as "isStored",
      clock_timestamp() >= to_timestamp(${deadlineMs}::float8 / 1000) as "isLate"`.execute(trx);
  return rows[0] ?? { isStored: false, isLate: true };
}
