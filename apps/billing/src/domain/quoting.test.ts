import { billItems, type QuotedLine, siteIds } from '@redline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { type ChargeFacts, decideCharge } from './charging.ts';
import { decideQuote } from './quoting.ts';

const now = new Date('2026-11-29T12:00:00Z');

const lines: fc.Arbitrary<QuotedLine[]> = fc.array(
  fc.record(
    {
      item: fc.constantFrom(...billItems),
      quantity: fc.integer({ min: 1, max: 600 }),
      productLine: fc.constantFrom('duanju' as const, 'touliu' as const),
    },
    { requiredKeys: ['item', 'quantity'] },
  ),
  { minLength: 1, maxLength: 41 },
);
const asked = fc.constantFrom(...siteIds).chain((siteId) =>
  fc.record({
    siteId: fc.constant(siteId),
    plan: fc.constantFrom(...catalogue[siteId].plans.map(({ name }) => name)),
    lines,
    credits: fc.integer({ min: 0, max: 3_000 }),
    enabled: fc.boolean(),
    trialUsed: fc.integer({ min: 0, max: 3 }),
  }),
);

describe('a quote', () => {
  it('is what the charge then takes, or refuses for the same reason; it differs in the balance alone', () => {
    fc.assert(
      fc.property(asked, ({ siteId, plan, lines, credits, enabled, trialUsed }) => {
        const facts: ChargeFacts = {
          earlier: null,
          isTombstoned: false,
          subscription: { plan, renewsAt: null },
          grants: credits === 0 ? [] : [{ id: 'grant_1', remaining: credits, expiresAtMs: null }],
          productLines: [{ line: 'duanju', enabled, trialUsed }],
        };
        const account = { accountId: 'acct_1', siteId, tenantId: '' };
        const quoted = decideQuote({ ...account, lines, laterLines: [] }, facts, now);
        const named = lines.map((line, index) => ({ ...line, lineId: `line_${index}` }));
        const order = {
          ...account,
          operationId: 'op_1',
          deadlineMs: now.getTime(),
          lines: named,
        };
        const charged = decideCharge(order, facts, now);
        if (quoted.outcome === 'refused') {
          expect(charged).toEqual({ kind: 'answer', reply: quoted });
          return;
        }
        const { amount, currentBalance } = quoted;
        expect(quoted.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
        expect(currentBalance).toBe(credits);
        if (charged.kind === 'write') {
          expect(charged.charge.amount).toBe(amount);
          return;
        }
        const requiredCredits = amount;
        expect(charged.reply).toEqual({ outcome: 'insufficient_credits', requiredCredits, currentBalance });
        expect(amount).toBeGreaterThan(credits);
      }),
    );
  });

  it('adds up the lines of one item, leaves out what is free, and prices what comes later apart', () => {
    const facts = { subscription: { plan: 'premium', renewsAt: null }, grants: [], productLines: [] };
    const text = { item: 'text_check' as const, quantity: 1 };
    const batch = [
      { item: 'batch' as const, quantity: 1 },
      text,
      text,
      { item: 'video_second' as const, quantity: 9 },
    ];
    const laterLines = [{ item: 'rewrite' as const, quantity: 1 }];
    const account = { accountId: 'acct_1', siteId: 'us' as const, tenantId: '' };
    expect(decideQuote({ ...account, lines: batch, laterLines }, facts, now)).toEqual({
      outcome: 'quoted',
      amount: 13,
      laterAmount: 3,
      currentBalance: 0,
      lines: [
        { item: 'text_check', quantity: 2, amount: 4 },
        { item: 'video_second', quantity: 9, amount: 9 },
      ],
    });
  });
});
