import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { billingRequests, gatewayRequests } from '@redline/contracts';
import { type Bus, call, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { z } from 'zod';
import { StackError } from '../stack/stack-error.ts';

const keySchema = z.object({ keyId: z.string(), key: z.string() });
const keysSchema = z.object({ us: keySchema, id: keySchema, main: keySchema });
const demoSchema = z.object({
  accountId: z.string(),
  email: z.string(),
  /** Of the console; one is made for a file of before there was one. */
  password: z.string().default(() => newPassword()),
  keys: keysSchema,
  testKeys: keysSchema.optional().describe('None in a file of before there were test keys'),
});

/**
 * An account to try the product with: on each site a plan that includes keys, some credits, a live and a test key, and a
 * person who signs in to the console.
 */
export type Demo = z.infer<typeof demoSchema>;

const plans = { us: 'premium', id: 'flagship', main: 'premium' } as const;
type DemoSite = keyof typeof plans;
const demoSites = Object.keys(plans) as DemoSite[];
const credits = 10_000;
/** An existing account with fewer credits gets new ones. */
const creditsMin = 1_000;
const connectTimeoutMs = 10_000;
const demoEmail = 'demo@redline.local';
const newPassword = () => randomBytes(9).toString('base64url');

/**
 * Returns the demo account of this checkout, created by the operator's commands and kept across starts.
 * @param file with its keys, readable by its owner only
 */
export async function demoAccount(natsUrl: string, file: string): Promise<Demo> {
  const log = createLogger({ service: 'local', level: 'silent' });
  const bus = await connectBus({ url: natsUrl, name: 'local', log, connectTimeoutMs });
  try {
    const kept = readDemo(file);
    const usable = kept && (await refill(bus, kept.accountId)) ? kept : undefined;
    const demo = usable ? await completed(bus, usable) : await createDemo(bus);
    writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    return demo;
  } finally {
    await bus.close();
  }
}

/** Adds what a file of before did not have. */
const completed = async (bus: Bus, demo: Demo): Promise<Demo> =>
  demo.testKeys ? demo : { ...demo, testKeys: await createKeys(bus, demo.accountId, 'test') };

function readDemo(file: string): Demo | undefined {
  try {
    return demoSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns false if this stack's data does not have the account or its keys. */
async function refill(bus: Bus, accountId: string): Promise<boolean> {
  const { keys } = await call(bus, gatewayRequests.keyList, { accountId });
  if (!demoSites.every((site) => keys.some((key) => key.siteId === site && !key.revokedAt))) return false;
  for (const siteId of demoSites) {
    const account = await call(bus, billingRequests.account, { accountId, siteId });
    if (account.outcome !== 'found') return false;
    if (account.facts.credits.total < creditsMin) await grant(bus, accountId, siteId);
  }
  return true;
}

async function createDemo(bus: Bus): Promise<Demo> {
  const { accountId } = refuseRefusal(await call(bus, billingRequests.accountCreate, { email: demoEmail }));
  for (const siteId of demoSites) {
    refuseRefusal(await call(bus, billingRequests.planSet, { accountId, siteId, plan: plans[siteId] }));
    await grant(bus, accountId, siteId);
  }
  const keys = await createKeys(bus, accountId, 'live');
  const person = { email: demoEmail, password: newPassword() };
  return { accountId, ...person, keys, testKeys: await createKeys(bus, accountId, 'test') };
}

/** Issues a key on each site. */
async function createKeys(bus: Bus, accountId: string, mode: 'live' | 'test') {
  const keyOn = async (siteId: DemoSite) => {
    const request = { accountId, siteId, mode, expiresAt: null, force: false };
    const { keyId, key } = refuseRefusal(await call(bus, gatewayRequests.keyCreate, request));
    return { keyId, key };
  };
  return { us: await keyOn('us'), id: await keyOn('id'), main: await keyOn('main') };
}

async function grant(bus: Bus, accountId: string, siteId: DemoSite): Promise<void> {
  const request = { accountId, siteId, bucket: 'activity', amount: credits, expiresAt: null } as const;
  refuseRefusal(await call(bus, billingRequests.creditsGrant, request));
}

function refuseRefusal<T extends { readonly outcome: string }>(reply: T): Exclude<T, { outcome: 'refused' }> {
  if (reply.outcome === 'refused') {
    const reason = 'message' in reply ? String(reply.message) : 'no reason given';
    throw new StackError(`the demo account could not be made: ${reason}`);
  }
  return reply as Exclude<T, { outcome: 'refused' }>;
}
