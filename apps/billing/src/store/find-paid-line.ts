import type { Trx } from './tables.ts';

/** Finds the account and site of a charged line; undefined if there is none, or it was refunded. */
export const findPaidLine = (trx: Trx, lineId: string) =>
  trx
    .selectFrom('charge_lines as l')
    .innerJoin('charges as c', 'c.id', 'l.charge_id')
    .leftJoin('refunds as r', 'r.line_id', 'l.line_id')
    .select(['c.account_id', 'c.site_id'])
    .where('l.line_id', '=', lineId)
    .where('r.line_id', 'is', null)
    .executeTakeFirst();
