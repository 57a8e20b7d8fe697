import { billingRequests, gatewayRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import { type Customer, sitePaths } from './client.ts';

const accountsCount = 24;
const keysOfAccount = 2;
/** Every fourth account runs out of credits, so that submissions are refused too. */
const isPoor = (index: number) => index % 4 === 3;
/** Every sixth account has a plan with other prices. */
const isEnterprise = (index: number) => index % 6 === 5;
const richGrant = 50_000;

type Site = keyof typeof sitePaths;

/**
 * Creates 24 accounts with two keys each. Credits are in two grants, so that many charges are paid by both.
 * @param poorGrant credits of each grant of an account that must run out
 */
export async function createCustomers(bus: Bus, poorGrant: number): Promise<readonly Customer[]> {
  const customers: Customer[] = [];
  for (let index = 0; index < accountsCount; index++) {
    const accountId = await createAccount(bus, 'us', index, isPoor(index) ? poorGrant : richGrant);
    for (let key = 0; key < keysOfAccount; key++) {
      customers.push(await createKey(bus, accountId, 'us'));
    }
  }
  return customers;
}

/** Creates one more account, which submits nothing. */
export const createUploader = async (bus: Bus): Promise<Customer> =>
  createKey(bus, await createAccount(bus, 'us', accountsCount, richGrant), 'us');

/** Creates an account of the main site, which has reports. */
export const createReader = async (bus: Bus): Promise<Customer> =>
  createKey(bus, await createAccount(bus, 'main', accountsCount + 1, richGrant), 'main');

async function createKey(bus: Bus, accountId: string, siteId: Site): Promise<Customer> {
  const request = { accountId, siteId, expiresAt: null, force: true } as const;
  const created = await call(bus, gatewayRequests.keyCreate, request);
  if (created.outcome !== 'created') throw new Error(`no key for ${accountId}: ${created.message}`);
  return { accountId, apiKey: created.key, sitePath: sitePaths[siteId] };
}

async function createAccount(bus: Bus, siteId: Site, index: number, grant: number): Promise<string> {
  const created = await call(bus, billingRequests.accountCreate, { email: `fault-${index}@example.com` });
  if (created.outcome !== 'created') throw new Error(`account ${index}: ${created.message}`);
  const { accountId } = created;
  const plan = isEnterprise(index) ? 'enterprise' : 'premium';
  await call(bus, billingRequests.planSet, { accountId, siteId, plan });
  for (const bucket of ['subscription', 'booster'] as const) {
    const expiresAt = bucket === 'subscription' ? new Date(Date.now() + 86_400_000).toISOString() : null;
    // The grant that is spent first has an odd amount, so that its last credit pays one half of a price of two.
    const amount = bucket === 'subscription' ? Math.ceil(grant / 20) | 1 : grant;
    await call(bus, billingRequests.creditsGrant, { accountId, siteId, bucket, amount, expiresAt });
  }
  return accountId;
}
