import type { SiteId } from '@redline/contracts';
import { siteIds } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { planInForce, planNamed } from './plans.ts';

const now = new Date('2026-11-21T12:00:00Z');
const on = (siteId: SiteId, plan: string, renewsAt: Date | null = null) =>
  planInForce(siteId, { plan, renewsAt }, now);

describe('the plan catalogue', () => {
  it.each([
    ['us', 'free', { isPaid: false, mayIssueKeys: false, mayBatch: false }],
    ['us', 'standard', { isPaid: true, mayIssueKeys: false, mayBatch: false }],
    ['us', 'premium', { isPaid: true, mayIssueKeys: true, mayBatch: true }],
    ['us', 'enterprise', { isPaid: true, mayIssueKeys: true, mayBatch: true }],
    ['id', 'standard', { isPaid: true, mayIssueKeys: false, mayBatch: false }],
    ['id', 'flagship', { isPaid: true, mayIssueKeys: true, mayBatch: true }],
    ['main', 'premium', { isPaid: true, mayIssueKeys: true, mayBatch: false }],
    ['main', 'enterprise', { isPaid: true, mayIssueKeys: true, mayBatch: true }],
  ] as const)('on %s %s opens what the decisions say', (siteId, plan, opens) => {
    expect(on(siteId, plan)).toMatchObject(opens);
  });

  it.each(siteIds)('on %s has word limits and prices by plan order', (siteId) => {
    const { plans } = catalogue[siteId];
    expect(plans.map((plan) => plan.wordLimit)).toEqual([0, 200, 2_000, 20_000]);
    expect(plans.map((plan) => plan.prices.text_check)).toEqual([2, 2, 2, 1]);
    expect(plans.map((plan) => plan.prices.rewrite)).toEqual([3, 3, 3, 2]);
  });

  it.each(siteIds)('on %s names only plans that exist', (siteId) => {
    const site = catalogue[siteId];
    for (const name of [site.keysFrom, site.batchesFrom, site.paidFrom]) {
      expect(planNamed(site, name)?.name).toBe(name);
    }
  });
});

describe('a subscription', () => {
  it('that is not there is free', () => {
    expect(planInForce('us', null, now)).toMatchObject({ plan: { name: 'free' }, isPaid: false });
  });

  it('counts until it should have been renewed, and is free from then on', () => {
    expect(on('us', 'premium', new Date(now.getTime() + 1)).plan.name).toBe('premium');
    expect(on('us', 'premium', now)).toMatchObject({ plan: { name: 'free' }, renewsAt: null, isPaid: false });
  });

  it('to a plan that left the catalogue is a fault, not a free plan', () => {
    expect(() => on('us', 'gold')).toThrow('no plan gold');
  });
});
