import { describe, expect, it } from 'vitest';
import { type ChargeFacts, type ChargeRequest, decideCharge } from './charging.ts';

const now = new Date('2026-11-21T12:00:00Z');
const request: ChargeRequest = {
  accountId: 'acct_1',
  siteId: 'us',
  tenantId: '',
  operationId: 'text_1',
  deadlineMs: now.getTime() + 1_000,
  lines: [{ lineId: 'text_1', item: 'text_check', quantity: 1 }],
};
const facts: ChargeFacts = {
  earlier: null,
  isTombstoned: false,
  subscription: null,
  grants: [{ id: 'grant_1', remaining: 10, expiresAtMs: null }],
  productLines: [],
};
const earlier = { ...request, ledgerSite: request.siteId, amount: 7 };
const decide = (order: Partial<ChargeRequest>, known: Partial<ChargeFacts> = {}) =>
  decideCharge({ ...request, ...order }, { ...facts, ...known }, now);

describe('a charge is decided', () => {
  it('with the grants that pay it', () => {
    expect(decide({})).toMatchObject({
      kind: 'write',
      charge: { amount: 2, postings: [{ lineId: 'text_1', grantId: 'grant_1', amount: 2 }] },
    });
  });

  it('as the first time, whatever has happened since', () => {
    const reply = { kind: 'answer', reply: { outcome: 'charged', amount: 7 } };
    expect(decide({ deadlineMs: 0 }, { earlier, isTombstoned: true, grants: [] })).toEqual(reply);
  });

  it('never under the id of another bill', () => {
    const lines = [{ lineId: 'text_1', item: 'text_check' as const, quantity: 2 }];
    for (const other of [
      { lines },
      { tenantId: 'shop' },
      { tenantId: '~' },
      { accountId: 'acct_2' },
      { siteId: 'id' as const },
    ]) {
      expect(() => decide(other, { earlier })).toThrow('with another bill');
    }
  });

  it('the same for the same lines in another order', () => {
    const lines = ['a', 'b'].map((lineId) => ({ lineId, item: 'rewrite' as const, quantity: 1 }));
    const before = { ...earlier, lines: lines.toReversed() };
    expect(decide({ lines }, { earlier: before })).toMatchObject({ reply: { outcome: 'charged' } });
  });

  it('in time up to the deadline itself', () => {
    expect(decide({ deadlineMs: now.getTime() }).kind).toBe('write');
    expect(decide({ deadlineMs: now.getTime() - 1 })).toMatchObject({ reply: { outcome: 'too_late' } });
  });

  it('never with one line named twice', () => {
    const [line] = request.lines;
    expect(() => decide({ lines: [line!, line!] })).toThrow('twice');
  });

  it('against the plan and the entitlements before the balance', () => {
    const batch = [{ lineId: 'batch_1', item: 'batch' as const, quantity: 1 }];
    expect(decide({ lines: batch }, { grants: [] })).toMatchObject({
      reply: {
        code: 'plan_required',
        requiredPlan: 'premium',
        message: "batches need the plan premium or a higher one; the account's plan on the site us is free",
      },
    });
    const tried = [{ line: 'duanju' as const, enabled: false, trialUsed: 2 }];
    const lines = ['a', 'b'].map((lineId) => ({
      lineId,
      item: 'text_check' as const,
      quantity: 1,
      productLine: 'duanju' as const,
    }));
    expect(decide({ lines }, { grants: [], productLines: tried })).toMatchObject({
      reply: {
        code: 'product_line_not_enabled',
        message: expect.stringContaining('has 1 of 3 trial uses left'),
      },
    });
  });

  it('free of a trial where the product line is enabled', () => {
    const lines = [{ ...request.lines[0]!, productLine: 'touliu' as const }];
    const enabled = [{ line: 'touliu' as const, enabled: true, trialUsed: 3 }];
    expect(decide({ lines }, { productLines: enabled })).toMatchObject({
      charge: { lines: [{ isTrial: false }] },
    });
    expect(decide({ lines })).toMatchObject({ charge: { lines: [{ isTrial: true }] } });
  });
});
