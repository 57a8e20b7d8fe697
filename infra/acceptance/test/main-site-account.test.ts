import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mainClient } from '../src/main-site.ts';
import { enter, type World } from '../src/world.ts';

let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const dayMs = 86_400_000;

describe('the account of the main site', () => {
  it('has its credits by bucket, what expires within a week, and its own plan and month', async () => {
    const customer = await world.createCustomer({ site: 'main', plan: 'standard', credits: 0 });
    const soon = new Date(Date.now() + 3 * dayMs).toISOString();
    const later = new Date(Date.now() + 30 * dayMs).toISOString();
    const site = ['--site', 'main'] as const;
    await world.grant(customer, 5, ...site, '--bucket', 'subscription', '--expires', soon);
    await world.grant(customer, 7, ...site, '--bucket', 'booster', '--expires', later);
    await world.grant(customer, 11, ...site, '--bucket', 'activity');
    // Credits and plans of another site are nothing here.
    await world.grant(customer, 1_000, '--site', 'us');
    await world.operate('plan', 'set', '--account', customer.accountId, '--site', 'us', '--plan', 'premium');
    const client = mainClient(world, customer.key);
    const now = new Date();
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
    expect(await client.account()).toEqual({
      object: 'account',
      credits: {
        total: 23,
        subscription: 5,
        activity: 11,
        booster: 7,
        expiringSoon: { amount: 5, expiresAt: soon },
      },
      subscription: { plan: 'standard', isPaid: true },
      usageThisMonth: { since, textChecks: 0, videoChecks: 0, imageChecks: 0, batches: 0 },
    });
  });

  it('is free without a plan, and the same for every tenant', async () => {
    const customer = await world.createCustomer({ site: 'main', plan: 'free', credits: 10 });
    const tenant = mainClient(world, customer.key, { 'x-end-tenant': 'shop' });
    await tenant.submit();
    const own = await mainClient(world, customer.key).account();
    expect(own).toMatchObject({
      credits: { total: 8, expiringSoon: null },
      subscription: { plan: 'free', isPaid: false },
      usageThisMonth: { textChecks: 1 },
    });
    expect(await tenant.account()).toEqual(own);
  });
});
