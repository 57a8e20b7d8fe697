import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import { lockWordAccount } from './lock-word-account.ts';
import type { Trx } from './tables.ts';
import { inScope, type ScopeWords } from './word-change.ts';

/**
 * Deletes a word of the scope for good and gives its place in the quota back.
 * @returns what the scope's words have become; undefined when it had no such word
 */
export async function deleteWord(
  trx: Trx,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<ScopeWords | undefined> {
  await lockWordAccount(trx, scope.accountId);
  const { rows } = await sql<ScopeWords>`
    with gone as (
      delete from custom_words where id = ${id} and ${inScope(scope)} returning 1
    ), used as (
      update word_accounts set used = used - 1 from gone where account_id = ${scope.accountId}
    )
    update word_scopes set words = words - 1, version = version + 1 from gone where ${inScope(scope)}
    returning version, words`.execute(trx);
  return rows[0];
}
