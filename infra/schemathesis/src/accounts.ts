import { billingRequests, gatewayRequests } from '@redline/contracts';
import { type Bus, call, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import type { SiteName, SurfaceName } from './surfaces.ts';

/** Keys of three accounts of a site. */
export interface SiteKeys {
  readonly owner: string;
  /** Of a second account, which must see nothing of the owner. */
  readonly peer: string;
  /** Of the smallest plan and without credits, so that refusals are tried as well. */
  readonly poor: string;
}

const credits = 100_000_000;

/**
 * Creates the accounts of a site by the requests of the operator's commands.
 * @throws Error with the reason of a refusal
 */
export async function createAccounts(
  natsUrl: string,
  site: SiteName,
  surface: SurfaceName,
): Promise<SiteKeys> {
  const log = createLogger({ service: 'schemathesis', level: 'silent' });
  const bus = await connectBus({ url: natsUrl, name: 'schemathesis', log });
  try {
    return {
      owner: await createKey(bus, site, `owner-${surface}`, true),
      peer: await createKey(bus, site, `peer-${surface}`, true),
      poor: await createKey(bus, site, `poor-${surface}`, false),
    };
  } finally {
    await bus.close();
  }
}

async function createKey(bus: Bus, siteId: SiteName, name: string, isRich: boolean): Promise<string> {
  const created = await call(bus, billingRequests.accountCreate, { email: `${name}@example.com` });
  if (created.outcome !== 'created') throw new Error(created.message);
  const site = { accountId: created.accountId, siteId };
  if (isRich) {
    await call(bus, billingRequests.planSet, { ...site, plan: 'enterprise' });
    const grant = { ...site, bucket: 'booster', amount: credits, expiresAt: null } as const;
    await call(bus, billingRequests.creditsGrant, grant);
    for (const line of siteId === 'main' ? (['duanju', 'touliu'] as const) : []) {
      await call(bus, billingRequests.productLineEnable, { accountId: site.accountId, line });
    }
  }
  // The smallest plan includes no keys.
  const issued = await call(bus, gatewayRequests.keyCreate, { ...site, expiresAt: null, force: true });
  if (issued.outcome !== 'created') throw new Error(issued.message);
  return issued.key;
}
