import { type RawBuilder, sql } from 'kysely';
import { type ComparedSum, differing } from '../../domain/audit-sums.ts';
import type { Trx } from '../tables.ts';
import type { AuditRow } from './audits.ts';
import { changes, type SumKind, within } from './changes.ts';

/** Sums compared in one step. */
const sumsMax = 1_000;
/** Positions that are added to each comparison, since they are not in the sums yet. */
const tailMax = 20_000;

export interface Compared {
  readonly differing: readonly ComparedSum[];
  /** The last key compared; undefined after the last one. */
  readonly until: string | undefined;
}

/** The balance or the counter that belongs to a key; zero if its row is not there. */
const stored: Readonly<Record<SumKind, RawBuilder<unknown>>> = {
  grant: sql`(select remaining from grants where id = due.key)`,
  usage: sql`(
    select count from usage
    where account_id = split_part(due.key, '/', 1) and site_id = split_part(due.key, '/', 2)
      and month = split_part(due.key, '/', 3)::date and kind = split_part(due.key, '/', 4)
  )`,
  trial: sql`(
    select trial_used from product_lines
    where account_id = split_part(due.key, '/', 1) and line = split_part(due.key, '/', 2)
  )`,
};

/**
 * Compares sums of one kind that have changed since they were compared, or were not equal then. What is committed and not
 * in the sums yet is added from the same snapshot.
 * @param after the key after which to begin
 * @returns undefined if more is committed than can be added: it has to be folded first
 */
export async function compareOn(
  trx: Trx,
  audit: AuditRow,
  { kind, after }: { readonly kind: SumKind; readonly after: string },
): Promise<Compared | undefined> {
  const { rows } = await sql<{ key: string; expected: number; actual: number }>`
    select due.key, due.amount as expected, coalesce(${stored[kind]}, 0) as actual
    from (
      select key, amount from audit_sums
      where audit_id = ${audit.id} and kind = ${kind} and is_due and key > ${after}
      order by key limit ${sumsMax}
    ) due
    order by due.key`.execute(trx);
  if (rows.length === 0) return { differing: [], until: undefined };
  const tail = await readTail(trx, audit, kind);
  if (!tail) return undefined;
  const sums = rows.map((row) => ({ ...row, kind, expected: row.expected + (tail.get(row.key) ?? 0) }));
  const found = differing(sums);
  const unequal = new Set(found.map(({ key }) => key));
  const equal = sums.filter(({ key }) => !unequal.has(key)).map(({ key }) => key);
  await sql`
    update audit_sums set is_due = false
    where audit_id = ${audit.id} and kind = ${kind} and key = any(${equal}::text[])`.execute(trx);
  return { differing: found, until: rows.length < sumsMax ? undefined : rows.at(-1)?.key };
}

async function readTail(trx: Trx, audit: AuditRow, kind: SumKind): Promise<Map<string, number> | undefined> {
  const range = { after: audit.settled_until, until: Number.MAX_SAFE_INTEGER };
  const past = await sql`
    select from entries where ${within('position', range)} and position > ${audit.settled_until + tailMax}
    limit 1`.execute(trx);
  if (past.rows.length > 0) return undefined;
  const { rows } = await changes[kind](range).execute(trx);
  return new Map(rows.map(({ key, amount }) => [key, amount]));
}
