import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import { lockWordAccount } from './lock-word-account.ts';
import type { CustomWordTable, Trx } from './tables.ts';
import { countChange, inScope, type ScopeWords, type WordRow } from './word-change.ts';

/** The fields to change; a new `keyword` comes with its folded form. */
export type WordPatch = Partial<
  Pick<CustomWordTable, 'keyword' | 'folded' | 'replacement' | 'note' | 'enabled'>
>;

export type WordChange =
  | { readonly outcome: 'changed'; readonly word: WordRow; readonly changed: ScopeWords }
  | { readonly outcome: 'duplicate' | 'not_found' };

/** Changes a word of the scope, unless it would become one that its list has already. */
export async function changeWord(
  trx: Trx,
  word: { readonly id: string; readonly scope: Scope; readonly patch: WordPatch },
): Promise<WordChange> {
  const { id, scope, patch } = word;
  await lockWordAccount(trx, scope.accountId);
  if (patch.folded !== undefined && (await isTaken(trx, scope, id, patch.folded)))
    return { outcome: 'duplicate' };
  const row = await trx
    .updateTable('custom_words')
    .set({ ...patch, updated_at: sql<Date>`statement_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`${inScope(scope)}`)
    .returning([
      ...(['id', 'library', 'keyword', 'match_type', 'replacement'] as const),
      ...(['note', 'enabled', 'created_at', 'updated_at', 'bucket'] as const),
    ])
    .executeTakeFirst();
  if (!row) return { outcome: 'not_found' };
  const { bucket } = row;
  return { outcome: 'changed', word: row, changed: await countChange(trx, scope, { bucket, isGone: false }) };
}

/** Tells whether another word of the same library has the same folded form. */
async function isTaken(trx: Trx, scope: Scope, id: string, folded: string): Promise<boolean> {
  const { rows } = await sql`
    select from custom_words other
    where ${inScope(scope)} and folded = ${folded} and id <> ${id}
      and library = (select library from custom_words where id = ${id} and ${inScope(scope)})`.execute(trx);
  return rows.length > 0;
}
