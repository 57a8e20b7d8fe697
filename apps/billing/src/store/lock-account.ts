import { sql } from 'kysely';
import type { Trx } from './tables.ts';

/** Holds an account's credits until the transaction ends. Rows that only refer to the account are not held up. */
export async function lockAccount(trx: Trx, accountId: string): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
}
