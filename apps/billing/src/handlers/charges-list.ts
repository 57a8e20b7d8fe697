import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { siteOfLedger } from '../domain/ledger-site.ts';
import { isKnownAccount } from '../store/accounts.ts';
import { type ListedCharge, listCharges } from '../store/list-charges.ts';
import { noAccount } from './no-account.ts';

export const chargesList =
  ({ db }: Deps): RequestHandler<typeof billingRequests.chargesList> =>
  async ({ accountId, limit, before }) => {
    if (!(await isKnownAccount(db, accountId))) return noAccount(accountId);
    const page = await listCharges(db, accountId, { limit, before });
    if (!page) {
      return {
        outcome: 'refused',
        code: 'invalid_request',
        message: `before: the account has no charge ${JSON.stringify(before)}`,
      };
    }
    return { outcome: 'listed', charges: page.charges.map(toEntry), hasMore: page.hasMore };
  };

function toEntry({ ledgerSite, createdAt, lines, ...charge }: ListedCharge) {
  const site = siteOfLedger(ledgerSite);
  if (!site) throw new Error(`${charge.operationId} was charged on an unknown site ${ledgerSite}`);
  return { ...charge, siteId: site, createdAt: createdAt.toISOString(), lines: [...lines] };
}
