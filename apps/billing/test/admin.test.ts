import { billingRequests } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { setUpBilling } from './fixtures.ts';

const billing = await setUpBilling();
const { ask, createAccount, facts } = billing;

describe('a new account', () => {
  it('has no credits and the plan free on every site', async () => {
    const accountId = await createAccount();
    for (const siteId of ['us', 'id', 'main'] as const) {
      expect(await facts(accountId, siteId)).toMatchObject({
        credits: { total: 0, expiringSoon: null },
        subscription: { plan: 'free', isPaid: false, renewsAt: null },
        usageThisMonth: { textChecks: 0, videoChecks: 0, imageChecks: 0, batches: 0 },
      });
    }
  });

  it('may have the address of another one, since one person may have several organisations', async () => {
    const first = await ask(billingRequests.accountCreate, { email: 'Seller@Example.com' });
    const second = await ask(billingRequests.accountCreate, { email: 'seller@example.COM' });
    expect([first.outcome, second.outcome]).toEqual(['created', 'created']);
    expect(second).not.toEqual(first);
  });
});

describe('a plan', () => {
  it('counts on its own site only', async () => {
    const accountId = await createAccount();
    await ask(billingRequests.planSet, { accountId, siteId: 'id', plan: 'flagship' });
    expect(await ask(billingRequests.plan, { accountId, siteId: 'id' })).toEqual({
      outcome: 'found',
      plan: 'flagship',
      isPaid: true,
      mayIssueKeys: true,
      mayBatch: true,
      wordLimit: 2_000,
      paidFrom: 'standard',
      keysFrom: 'flagship',
    });
    expect(await ask(billingRequests.plan, { accountId, siteId: 'us' })).toMatchObject({ plan: 'free' });
  });

  it('that the site does not have is refused with those it has', async () => {
    const accountId = await createAccount();
    const reply = await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'flagship' });
    expect(reply).toMatchObject({
      outcome: 'refused',
      message: 'plan: the site us has no plan "flagship"; it has free, standard, premium, enterprise',
    });
  });

  it('that was not renewed in time is free', async () => {
    const accountId = await createAccount();
    const renewsAt = new Date(Date.now() + 3_600_000).toISOString();
    await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'premium', renewsAt });
    expect((await facts(accountId)).subscription).toEqual({ plan: 'premium', isPaid: true, renewsAt });
    billing.clock.now = () => new Date(Date.now() + 3_700_000);
    expect((await facts(accountId)).subscription).toEqual({ plan: 'free', isPaid: false, renewsAt: null });
    billing.clock.now = () => new Date();
  });
});

describe('an operator', () => {
  it('is told of an account that is not there', async () => {
    const accountId = 'acct_none';
    const site = { accountId, siteId: 'us' } as const;
    const replies = await Promise.all([
      ask(billingRequests.planSet, { ...site, plan: 'free' }),
      ask(billingRequests.creditsGrant, { ...site, bucket: 'booster', amount: 1, expiresAt: null }),
      ask(billingRequests.productLineEnable, { accountId, line: 'duanju' }),
      ask(billingRequests.chargesList, { accountId, limit: 1, before: null }),
    ]);
    for (const reply of replies) {
      expect(reply).toMatchObject({ code: 'not_found', message: 'there is no account acct_none' });
    }
    expect(await ask(billingRequests.plan, site)).toEqual({ outcome: 'not_found' });
    expect(await ask(billingRequests.account, site)).toEqual({ outcome: 'not_found' });
  });

  it('cannot grant credits that have expired already', async () => {
    const accountId = await createAccount();
    const order = { accountId, siteId: 'us', bucket: 'activity', amount: 1 } as const;
    expect(
      await ask(billingRequests.creditsGrant, { ...order, expiresAt: '2020-01-01T00:00:00Z' }),
    ).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
  });

  it('sees the balance that a grant makes, without what has expired or lies on another site', async () => {
    const accountId = await createAccount();
    await billing.grant(accountId, 5);
    await billing.grant(accountId, 7, { siteId: 'id' });
    const order = { accountId, siteId: 'us', bucket: 'activity', amount: 3, expiresAt: null } as const;
    expect(await ask(billingRequests.creditsGrant, order)).toMatchObject({ outcome: 'granted', balance: 8 });
  });
});
