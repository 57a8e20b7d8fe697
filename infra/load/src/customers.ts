import { readFileSync } from 'node:fs';
import { billingRequests, gatewayRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import { z } from 'zod';
import { type SiteId, siteShares } from './mix.ts';

/** A key of an account, on one site. */
export interface Customer {
  readonly siteId: SiteId;
  readonly key: string;
}
export type Customers = Readonly<Record<SiteId, readonly Customer[]>>;

const plans = { us: 'premium', id: 'flagship', main: 'premium' } as const satisfies Record<SiteId, string>;
const credits = 100_000_000;
const siteIds = siteShares.map(({ siteId }) => siteId);

/**
 * Creates accounts with a key and enough credits, by the requests of the operator's commands.
 * @param perSite accounts on each site
 * @throws Error with what refused one
 */
export async function openCustomers(bus: Bus, perSite: number): Promise<Customers> {
  const customers = { us: [], id: [], main: [] } as Record<SiteId, Customer[]>;
  for (const siteId of siteIds) {
    for (let index = 0; index < perSite; index++) customers[siteId].push(await open(bus, siteId, index));
  }
  return customers;
}

async function open(bus: Bus, siteId: SiteId, index: number): Promise<Customer> {
  const email = `load-${siteId}-${index}@example.com`;
  const created = await call(bus, billingRequests.accountCreate, { email });
  if (created.outcome !== 'created') throw new Error(`${email}: ${created.message}`);
  const { accountId } = created;
  await call(bus, billingRequests.planSet, { accountId, siteId, plan: plans[siteId] });
  const grant = { accountId, siteId, bucket: 'booster', amount: credits, expiresAt: null } as const;
  await call(bus, billingRequests.creditsGrant, grant);
  const request = { accountId, siteId, expiresAt: null, force: false } as const;
  const issued = await call(bus, gatewayRequests.keyCreate, request);
  if (issued.outcome !== 'created') throw new Error(`${email}: ${issued.message}`);
  return { siteId, key: issued.key };
}

const oneKey = z.object({ key: z.string() });
const oneAccount = z.object({ keys: z.object({ us: oneKey, id: oneKey, main: oneKey }) });
const keyFile = z.union([oneAccount.transform((account) => [account]), z.array(oneAccount).min(1)]);

/**
 * Reads keys of accounts that exist: a file as `npm start` leaves in `.redline/demo.json`, or a list of such.
 * @throws Error if it cannot be read or has another form
 */
export function readCustomers(file: string): Customers {
  const accounts = keyFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const keysOf = (siteId: SiteId) => accounts.map(({ keys }) => ({ siteId, key: keys[siteId].key }));
  return { us: keysOf('us'), id: keysOf('id'), main: keysOf('main') };
}
