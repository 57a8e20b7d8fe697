import type { InternationalSite, internationalContract } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { ContractHandlers } from '@redline/service-kit/http';
import { accountFacts } from '../clients/billing.ts';
import { scopeOf } from './submission.ts';

type Handlers = Pick<ContractHandlers<ReturnType<typeof internationalContract>>, 'getAccount'>;

/** Credits, plan and usage of the key's account on one site; the tenant header changes nothing. */
export function accountRoutes(site: InternationalSite, bus: Bus): Handlers {
  return {
    async getAccount({ request }) {
      const { accountId, siteId } = scopeOf(request);
      const facts = await accountFacts(bus, { accountId, siteId }, request.id);
      if (!facts) throw new Error(`billing does not know the account ${accountId} of a valid key`);
      const data = { object: site.objects.account, country: site.country, ...facts };
      return { status: 200, body: { success: true, data } };
    },
  };
}
