import { type BillItem, billItems, type billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { readCursor, withBalances, writeCursor } from '../domain/statement.ts';
import { isKnownAccount } from '../store/accounts.ts';
import { readStatement, type StatementRow } from '../store/read-statement.ts';
import { noAccount } from './no-account.ts';

/** Lists what has changed the credits of an account on a site, with the balance after each entry. */
export const statement =
  ({ db, now }: Pick<Deps, 'db' | 'now'>): RequestHandler<typeof billingRequests.statement> =>
  async ({ accountId, siteId, limit, before }) => {
    const cursor = before === null ? null : readCursor(before);
    if (cursor === undefined)
      return {
        outcome: 'refused',
        code: 'invalid_request',
        message: 'before: it must be the next of a page',
      };
    if (!(await isKnownAccount(db, accountId))) return noAccount(accountId);
    const page = { limit: limit + 1, before: cursor };
    const { balance, rows } = await readStatement(db, { accountId, siteId }, page, now());
    const listed = withBalances(rows.slice(0, limit), cursor?.balance ?? balance);
    const last = listed.entries.at(-1);
    const next = rows.length > limit && last ? writeCursor({ ...last, balance: listed.before }) : null;
    return { outcome: 'listed', balance, entries: listed.entries.map(toEntry), next };
  };

function toEntry({ atUs: _, isExpiry, position, at, item, ...row }: StatementRow & { balanceAfter: number }) {
  const id = `${isExpiry ? 'expiry' : 'entry'}_${position}`;
  return { id, at: at.toISOString(), item: item === null ? null : itemOf(item), ...row };
}

function itemOf(name: string): BillItem {
  const item = billItems.find((one) => one === name);
  if (!item) throw new Error(`a line was charged for an unknown item ${name}`);
  return item;
}
