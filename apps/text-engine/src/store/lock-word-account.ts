import { sql } from 'kysely';
import type { Trx } from './tables.ts';

/**
 * Takes the account's turn to change words, until the transaction ends. Every change takes it first.
 * @returns how many words the account has, over all sites and tenants
 */
export async function lockWordAccount(trx: Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    insert into word_accounts (account_id) values (${accountId})
    on conflict (account_id) do update set account_id = excluded.account_id
    returning used`.execute(trx);
  return rows[0]?.used ?? 0;
}
