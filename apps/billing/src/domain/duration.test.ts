import { describe, expect, it } from 'vitest';
import type { ChargeFacts } from './charging.ts';
import { durationCharge, unpaidSeconds } from './duration.ts';

describe('seconds that were not paid for', () => {
  it.each([
    [24, 24, 0],
    [24, 20, 0],
    [24, null, 0],
    // Longer by no more than 2 s, or by no more than 2 %.
    [24, 26, 0],
    [24, 26.1, 3],
    [200, 204, 0],
    [200, 204.01, 5],
    [600, 611, 0],
    [600, 613, 13],
    // Fractions are billed rounded up, in what was declared as in what is there.
    [24.5, 30.02, 6],
    [1, 61, 60],
  ])('%d s declared and %d s there are %d', (declared, actual, seconds) => {
    expect(unpaidSeconds(declared, actual)).toBe(seconds);
  });
});

const now = new Date('2026-11-22T12:00:00Z');
const scope = { accountId: 'acct_1', siteId: 'main', tenantId: 'shop-1' } as const;
const video = { id: 'video_1', scope, seconds: 6 };
const facts: ChargeFacts = {
  earlier: null,
  isTombstoned: false,
  subscription: null,
  grants: [
    { id: 'grant_1', remaining: 4, expiresAtMs: null },
    { id: 'grant_2', remaining: 3, expiresAtMs: 5 },
  ],
  productLines: [],
};

describe('the charge for them', () => {
  it('is a credit a second, of the grant that expires first', () => {
    expect(durationCharge(video, facts, now)).toMatchObject({
      isCovered: true,
      charge: {
        operationId: 'video_1:duration',
        tenantId: 'shop-1',
        amount: 6,
        lines: [{ lineId: 'video_1:duration', quantity: 6, amount: 6, usageKind: null, isTrial: false }],
        postings: [
          { grantId: 'grant_2', amount: 3 },
          { grantId: 'grant_1', amount: 3 },
        ],
      },
    });
  });

  it('takes no more than there is, and names all the seconds', () => {
    const charge = { amount: 7, lines: [{ quantity: 60, amount: 7 }] };
    const isCovered = false;
    expect(durationCharge({ ...video, seconds: 60 }, facts, now)).toMatchObject({ charge, isCovered });
    const nothing = { amount: 0, lines: [{ quantity: 6, amount: 0 }], postings: [] };
    expect(durationCharge(video, { ...facts, grants: [] }, now)).toMatchObject({
      charge: nothing,
      isCovered,
    });
  });

  it('is made once', () => {
    const earlier = { ...scope, ledgerSite: scope.siteId, amount: 6, lines: [] };
    expect(durationCharge(video, { ...facts, earlier }, now)).toBeNull();
  });
});
