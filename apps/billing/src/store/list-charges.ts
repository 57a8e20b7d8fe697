import { sql } from 'kysely';
import type { Db } from './tables.ts';

export interface ListedCharge {
  readonly operationId: string;
  readonly ledgerSite: string;
  readonly tenantId: string;
  /** In credits, as `refunded` is. */
  readonly amount: number;
  readonly refunded: number;
  readonly createdAt: Date;
  readonly lines: readonly ListedLine[];
}

interface ListedLine {
  readonly lineId: string;
  readonly item: string;
  readonly quantity: number;
  readonly amount: number;
  readonly refunded: number;
}

/**
 * Lists the charges of an account on all sites, newest first.
 * @param page at most `limit` charges, fewer if they have many lines, so that a page fits into a message; `before` is the
 *   operation id of the last charge of the previous page, null for the first
 * @returns undefined if the account has no charge `before`
 */
export async function listCharges(
  db: Db,
  accountId: string,
  page: { readonly limit: number; readonly before: string | null },
): Promise<{ readonly charges: ListedCharge[]; readonly hasMore: boolean } | undefined> {
  const cursor = page.before === null ? null : await readCursor(db, accountId, page.before);
  if (cursor === undefined) return undefined;
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(cursor !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${cursor?.created_at}, ${cursor?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const pageRows = rows.slice(0, page.limit);
  const lines = await readLines(
    db,
    pageRows.map((row) => row.id),
  );
  const fitting = fittingOf(pageRows.map((row) => lines.get(row.id)?.length ?? 0));
  return {
    charges: pageRows.slice(0, fitting).map((row) => ({
      operationId: row.id,
      ledgerSite: row.site_id,
      tenantId: row.tenant_id,
      amount: row.amount,
      refunded: row.refunded,
      createdAt: row.created_at,
      lines: lines.get(row.id) ?? [],
    })),
    hasMore: rows.length > fitting,
  };
}

/** A line takes 110 bytes of a message of at most one megabyte, a charge 250; a batch has 41 lines. */
const linesMax = 5_000;

/** Returns how many of these charges fit into a page, by their numbers of lines; at least one. */
function fittingOf(lineCounts: readonly number[]): number {
  let lines = 0;
  const tooMany = lineCounts.findIndex((count) => {
    lines += count;
    return lines > linesMax;
  });
  return tooMany < 0 ? lineCounts.length : Math.max(1, tooMany);
}

const readCursor = (db: Db, accountId: string, chargeId: string) =>
  db
    .selectFrom('charges')
    .select(['id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', chargeId)
    .executeTakeFirst();

async function readLines(db: Db, chargeIds: readonly string[]): Promise<Map<string, ListedLine[]>> {
  const byCharge = new Map<string, ListedLine[]>();
  if (chargeIds.length === 0) return byCharge;
  const rows = await db
    .selectFrom('charge_lines as l')
    .leftJoin('refunds as r', 'r.line_id', 'l.line_id')
    .select(['l.charge_id', 'l.line_id', 'l.item', 'l.quantity', 'l.amount', 'r.amount as refunded'])
    .where('l.charge_id', 'in', chargeIds)
    .orderBy('l.line_id')
    .execute();
  for (const { charge_id, line_id, refunded, ...line } of rows) {
    const lines = byCharge.get(charge_id) ?? [];
    lines.push({ lineId: line_id, ...line, refunded: refunded ?? 0 });
    byCharge.set(charge_id, lines);
  }
  return byCharge;
}
