import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../tables.ts';
import type { SumKind } from './changes.ts';

/** Adds to the sums of an audit. @param changes a query with the columns `key`, each at most once, and `amount` */
export async function addToSums(
  trx: Trx,
  auditId: number,
  kind: SumKind,
  changes: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into audit_sums (audit_id, kind, key, amount)
    select ${auditId}, ${kind}::text, change.key, change.amount from (${changes}) change
    on conflict (audit_id, kind, key) do update
      set amount = audit_sums.amount + excluded.amount, is_due = true`.execute(trx);
}
