import { billingRequests, type Quote, submissions } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Refusal } from '../domain/saga.ts';
import type { CallContext } from './call-context.ts';
import type { SubmittedFields } from './submission-ports.ts';

/** Kinds of submissions that have a price before they are made. */
export type QuotedKind = 'text' | 'rewrite' | 'image' | 'video' | 'batch' | 'report';

type QuoteRow = (typeof submissions)[QuotedKind]['requests']['quote'];

/**
 * Returns the price of a submission that is not made: its owner validates it and names what would be billed, and billing
 * prices that as it would charge it.
 * @returns the quote, or the refusal that the submission would get
 * @throws BusError if either does not answer
 */
export async function quoteOf<K extends QuotedKind>(
  { bus, scope, requestId }: CallContext,
  kind: K,
  fields: SubmittedFields<K>,
): Promise<{ readonly quote: Quote } | { readonly refusal: Refusal }> {
  const row: QuoteRow = submissions[kind as QuotedKind].requests.quote;
  const deadlineMs = Date.now() + row.timeoutMs;
  // The compiler cannot see that fields of a kind and the row of the same kind belong together.
  const payload = { scope, deadlineMs, ...fields } as unknown as z.input<QuoteRow['request']>;
  const asked = await call(bus, row, payload, { requestId });
  if (asked.outcome === 'refused') {
    const { code, message, issues } = asked;
    return { refusal: { code, message, issues } };
  }
  const { lines, laterLines } = asked;
  const priced = await call(bus, billingRequests.quote, { ...scope, lines, laterLines }, { requestId });
  if (priced.outcome === 'refused') {
    if (priced.code === 'not_found') throw new Error(`billing has no account ${scope.accountId}`);
    const { code, message, requiredPlan } = priced;
    return { refusal: { code, message, requiredPlan } };
  }
  const { amount: creditCost, laterAmount: laterCreditCost, currentBalance } = priced;
  return {
    quote: {
      object: 'quote',
      creditCost,
      laterCreditCost,
      currentBalance,
      isCovered: currentBalance >= creditCost,
      lines: priced.lines.map(({ item, quantity, amount }) => ({ item, quantity, creditCost: amount })),
    },
  };
}
