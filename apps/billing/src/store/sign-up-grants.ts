import type { Db } from './tables.ts';

/** Notes that an address has had the credits of a sign-up; false if it had them before. */
export async function noteSignUp(db: Db, addressHash: Buffer, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('sign_up_grants')
    .values({ address_hash: addressHash, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
