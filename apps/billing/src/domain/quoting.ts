import type { BillItem, BillLine, billingRequests, QuotedLine } from '@redline/contracts';
import type { z } from 'zod';
import { balanceOf, type ChargeFacts, priceOf } from './charging.ts';
import { type PricedLine, totalOf } from './pricing.ts';

type QuoteRequest = z.output<typeof billingRequests.quote.request>;
type QuoteReply = z.output<typeof billingRequests.quote.reply>;

/** The facts that a quote depends on, of one moment. */
export type QuoteFacts = Pick<ChargeFacts, 'subscription' | 'grants' | 'productLines'>;

/**
 * Decides what a charge of these lines would come to now. An insufficient balance is part of the answer, not a refusal.
 * @param facts null if there is no such account
 */
export function decideQuote(request: QuoteRequest, facts: QuoteFacts | null, now: Date): QuoteReply {
  const { accountId, lines, laterLines } = request;
  if (!facts) return { outcome: 'refused', code: 'not_found', message: `there is no account ${accountId}` };
  const priced = priceOf({ ...request, lines: withIds(lines) }, facts, now);
  if ('refusal' in priced) {
    const { code, message, requiredPlan } = priced.refusal;
    if (code === 'refunded_before') throw new Error('a quote was refused as a charge that was refunded');
    return { outcome: 'refused', code, message, requiredPlan };
  }
  const later = priceOf({ ...request, lines: withIds(laterLines) }, facts, now);
  return {
    outcome: 'quoted',
    amount: totalOf(priced.lines),
    // What is refused later is not charged.
    laterAmount: 'refusal' in later ? 0 : totalOf(later.lines),
    currentBalance: balanceOf(facts.grants),
    lines: byItem(priced.lines),
  };
}

/** There are no records that lines could be named by; prices do not depend on names. */
const withIds = (lines: readonly QuotedLine[]): BillLine[] =>
  lines.map((line, index) => ({ ...line, lineId: String(index) }));

function byItem(lines: readonly PricedLine[]) {
  const sums = new Map<BillItem, { item: BillItem; quantity: number; amount: number }>();
  for (const { item, quantity, amount } of lines) {
    const sum = sums.get(item) ?? { item, quantity: 0, amount: 0 };
    sums.set(item, { item, quantity: sum.quantity + quantity, amount: sum.amount + amount });
  }
  return [...sums.values()].filter(({ amount }) => amount > 0);
}
