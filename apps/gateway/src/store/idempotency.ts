import type { Logger } from '@redline/service-kit/log';
import { type Kysely, sql } from 'kysely';
import type { Begun, Claim, ClaimPorts, StoredAnswer } from '../domain/idempotency.ts';
import type { GatewayTables } from './tables.ts';

/** The retention of answers (document 4). */
export const keptHours = 24;

type Db = Kysely<GatewayTables>;

/**
 * Creates the store of claims. Only `begin` may fail: once a submission ran its answer is known, and a claim that could
 * not be closed is taken over after its lease, under the same operation id.
 */
export function createClaimStore(
  db: Db,
  leaseMs: number,
  log: Logger,
): Omit<ClaimPorts, 'now' | 'wait' | 'mustAnswer'> {
  const close = (closing: Promise<void>) =>
    closing.catch((error: unknown) => log.warn({ err: error }, 'an idempotency row could not be closed'));
  return {
    begin: (claim) => beginClaim(db, claim, leaseMs),
    keep: (claim, answer) => close(keepAnswer(db, claim, answer)),
    release: (claim) => close(releaseClaim(db, claim)),
    handOver: (claim) => close(handOverClaim(db, claim)),
  };
}

/**
 * Inserts the claim, or returns the state of the existing one. The clock is the database's.
 * @param leaseMs how long no other run may take it over
 */
export async function beginClaim(db: Db, claim: Claim, leaseMs: number): Promise<Begun> {
  const lease = sql<Date>`now() + make_interval(secs => ${leaseMs / 1000})`;
  const inserted = await db
    .insertInto('idempotency')
    .values({
      account_id: claim.accountId,
      site_id: claim.siteId,
      tenant_id: claim.tenantId,
      key: claim.key,
      route: claim.route,
      body_hash: claim.bodyHash,
      operation_id: claim.operationId,
      run_id: claim.runId,
      lease_until: lease,
      status: null,
      body: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) {
    return { state: 'mine', operationId: claim.operationId, resumed: false };
  }
  const row = await claimRow(db, claim)
    .select([
      'body_hash',
      'run_id',
      'operation_id',
      'status',
      'body',
      sql<boolean>`lease_until <= now()`.as('lapsed'),
      sql<boolean>`created_at < now() - make_interval(hours => ${keptHours})`.as('old'),
    ])
    .executeTakeFirst();
  // Released between the two statements: the next try inserts it again.
  if (!row) return { state: 'busy' };
  if (row.old && (row.status !== null || row.lapsed)) {
    await deleteRun(db, claim, row.run_id);
    return { state: 'busy' };
  }
  if (!row.body_hash.equals(claim.bodyHash)) return { state: 'reused' };
  if (row.status !== null) {
    return {
      state: 'answered',
      operationId: row.operation_id,
      answer: { status: row.status, body: row.body },
    };
  }
  return row.lapsed && (await takeOver(db, claim, row.run_id, lease))
    ? { state: 'mine', operationId: row.operation_id, resumed: true }
    : { state: 'busy' };
}

/** Takes an expired lease over; of several runs one succeeds. */
async function takeOver(db: Db, claim: Claim, fromRunId: string, lease: ReturnType<typeof sql<Date>>) {
  const taken = await updateRun(db, claim, fromRunId)
    .set({ run_id: claim.runId, lease_until: lease })
    .where(sql<boolean>`lease_until <= now()`)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/** Stores a 2xx answer. */
export async function keepAnswer(db: Db, claim: Claim, answer: StoredAnswer): Promise<void> {
  await updateRun(db, claim, claim.runId).set({ status: answer.status, body: answer.body }).execute();
}

/** Deletes the claim. */
export async function releaseClaim(db: Db, claim: Claim): Promise<void> {
  await deleteRun(db, claim, claim.runId);
}

/** Ends the lease but keeps the operation id. */
export async function handOverClaim(db: Db, claim: Claim): Promise<void> {
  await updateRun(db, claim, claim.runId).set({ lease_until: sql<Date>`now()` }).execute();
}

/** Deletes expired claims, at most `limit`; returns their number. */
export async function deleteOldClaims(db: Db, limit: number): Promise<number> {
  const result = await sql`delete from idempotency where ctid = any (array(
    select ctid from idempotency
    where created_at < now() - make_interval(hours => ${keptHours}) and (status is not null or lease_until <= now())
    order by created_at limit ${limit}
  ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

const claimRow = (db: Db, claim: Claim) =>
  db
    .selectFrom('idempotency')
    .where('account_id', '=', claim.accountId)
    .where('site_id', '=', claim.siteId)
    .where('tenant_id', '=', claim.tenantId)
    .where('key', '=', claim.key)
    .where('route', '=', claim.route);

const updateRun = (db: Db, claim: Claim, runId: string) =>
  db
    .updateTable('idempotency')
    .where('account_id', '=', claim.accountId)
    .where('site_id', '=', claim.siteId)
    .where('tenant_id', '=', claim.tenantId)
    .where('key', '=', claim.key)
    .where('route', '=', claim.route)
    .where('run_id', '=', runId);

async function deleteRun(db: Db, claim: Claim, runId: string): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('account_id', '=', claim.accountId)
    .where('site_id', '=', claim.siteId)
    .where('tenant_id', '=', claim.tenantId)
    .where('key', '=', claim.key)
    .where('route', '=', claim.route)
    .where('run_id', '=', runId)
    .execute();
}
