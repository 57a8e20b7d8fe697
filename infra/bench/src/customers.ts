import { billingRequests, gatewayRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';

/** An account with enough credits, and its key. */
export interface Customer {
  readonly accountId: string;
  readonly key: string;
}

async function open(bus: Bus, index: number): Promise<Customer> {
  const created = await call(bus, billingRequests.accountCreate, { email: `bench-${index}@example.com` });
  if (created.outcome !== 'created') throw new Error(created.message);
  const { accountId } = created;
  const site = { accountId, siteId: 'us' as const };
  await call(bus, billingRequests.planSet, { ...site, plan: 'premium' });
  await call(bus, billingRequests.creditsGrant, {
    ...site,
    bucket: 'booster',
    amount: 100_000_000,
    expiresAt: null,
  });
  const issued = await call(bus, gatewayRequests.keyCreate, { ...site, expiresAt: null, force: false });
  if (issued.outcome !== 'created') throw new Error(issued.message);
  return { accountId, key: issued.key };
}

/** Creates accounts with a key each, by the requests of the operator's commands. */
export async function openCustomers(bus: Bus, count: number): Promise<readonly Customer[]> {
  const customers: Customer[] = [];
  for (let index = 0; index < count; index++) customers.push(await open(bus, index));
  return customers;
}
