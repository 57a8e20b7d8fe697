import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import { lockWordAccount } from './lock-word-account.ts';
import type { Trx } from './tables.ts';
import { countChange, inScope, type ScopeWords } from './word-change.ts';

/**
 * Deletes a word of the scope for good and gives its place in the quota back.
 * @returns what the scope's words have become; undefined when it had no such word
 */
export async function deleteWord(
  trx: Trx,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<ScopeWords | undefined> {
  await lockWordAccount(trx, scope.accountId);
  const { rows } = await sql<{ bucket: number }>`
    with gone as (
      delete from custom_words where id = ${id} and ${inScope(scope)} returning bucket
    ), used as (
      update word_accounts set used = used - 1 from gone where account_id = ${scope.accountId}
    )
    select bucket from gone`.execute(trx);
  const gone = rows[0];
  return gone && countChange(trx, scope, { bucket: gone.bucket, isGone: true });
}
