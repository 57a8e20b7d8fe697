import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from './tables.ts';

/**
 * Uses the id of a delegation up, on all replicas.
 * @param expiresAtMs until when the delegation is accepted, in ms since 1970
 * @returns false if it was used before
 */
export async function useDelegation(
  db: Kysely<GatewayTables>,
  id: string,
  expiresAtMs: number,
): Promise<boolean> {
  const result = await db
    .insertInto('delegation_use')
    .values({ id, expires_at: new Date(expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Deletes ids of delegations that nobody accepts any more, at most `limit`; returns their number. */
export async function deleteOldUses(db: Kysely<GatewayTables>, limit: number): Promise<number> {
  // A minute more: the clocks of the gateways may be behind the database's.
  const result = await sql`delete from delegation_use where id = any (array(
    select id from delegation_use where expires_at < now() - interval '1 minute' limit ${limit}
  ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
