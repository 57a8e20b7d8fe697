import { sql } from 'kysely';
import type { Trx } from './tables.ts';

/** Locks an account's credits until the transaction ends. Inserts that only reference the account do not wait. */
export async function lockAccount(trx: Trx, accountId: string): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
}
