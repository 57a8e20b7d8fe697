import { sql } from 'kysely';
import type { Trx } from '../tables.ts';
import type { AuditRow } from './audits.ts';
import { changes, type Range, sumKinds, within } from './changes.ts';
import { checkRows } from './differences.ts';
import { addToSums } from './sums.ts';

/** Positions of one step, each of which is one row of one table at most. */
const positionsMax = 5_000;

/**
 * Checks the rows that came after those that an audit has read, and adds them to its sums.
 * @param settled a settled position
 * @returns whether nothing is left up to it
 */
export async function foldOn(trx: Trx, audit: AuditRow, settled: number, now: Date): Promise<boolean> {
  const range = { after: audit.settled_until, until: Math.min(settled, audit.settled_until + positionsMax) };
  if (range.until <= range.after) return true;
  await checkRows(trx, audit.id, await rowsOf(trx, range), now);
  for (const kind of sumKinds) await addToSums(trx, audit.id, kind, changes[kind](range));
  await sql`
    update audits set settled_until = ${range.until}, stepped_at = ${now},
      charges = charges + (select count(*) from charges where ${within('position', range)}),
      refunds = refunds +
        (select count(*) from refunds where ${within('position', range)} and charge_id is not null)
    where id = ${audit.id}`.execute(trx);
  return range.until === settled;
}

/** New rows, and the older ones that they belong to: a refund changes its charge. */
async function rowsOf(trx: Trx, range: Range) {
  const lines = await sql<{ id: string }>`
    select l.line_id as id
    from charges c cross join lateral (select line_id from charge_lines where charge_id = c.id offset 0) l
    where ${within('c.position', range)}
    union select line_id from refunds where ${within('position', range)}
    union select line_id from entries where ${within('position', range)} and line_id is not null`.execute(
    trx,
  );
  const lineIds = lines.rows.map(({ id }) => id);
  const charges = await sql<{ id: string }>`
    select id from charges where ${within('position', range)}
    union select charge_id from charge_lines where line_id = any(${lineIds}::text[])`.execute(trx);
  const grants = await sql<{ id: string }>`
    select id from grants where ${within('position', range)}
    union select grant_id from entries where ${within('position', range)} and kind = 'granted'`.execute(trx);
  return {
    lineIds,
    chargeIds: charges.rows.map(({ id }) => id),
    grantIds: grants.rows.map(({ id }) => id),
  };
}
