import {
  type BillLine,
  type billingRequests,
  isTestScope,
  type ProductLineName,
  productLineNames,
  type SiteId,
} from '@redline/contracts';
import type { z } from 'zod';
import { trialUsesMax } from './catalogue.ts';
import { type LedgerSite, ledgerSiteOf } from './ledger-site.ts';
import { type PlanInForce, planInForce, type Subscription } from './plans.ts';
import { countBy, type PricedLine, priceLines, totalOf } from './pricing.ts';
import { type Posting, type SpendableGrant, spend } from './spending.ts';

export type ChargeRequest = z.output<typeof billingRequests.charge.request>;
export type ChargeReply = z.output<typeof billingRequests.charge.reply>;

/** An earlier charge under the same operation id. */
export interface EarlierCharge {
  readonly accountId: string;
  readonly ledgerSite: string;
  readonly tenantId: string;
  readonly amount: number;
  readonly lines: readonly BillLine[];
}

/** The facts that a charge depends on, of one moment. */
export interface ChargeFacts {
  readonly earlier: EarlierCharge | null;
  /** True if the operation or one of its lines was refunded before it was charged. */
  readonly isTombstoned: boolean;
  readonly subscription: Subscription | null;
  readonly grants: readonly SpendableGrant[];
  readonly productLines: readonly ProductLineState[];
}

/** The state of a product line of an account; one that was never used or enabled has none. */
export interface ProductLineState {
  readonly line: ProductLineName;
  readonly enabled: boolean;
  readonly trialUsed: number;
}

/** A charge that can be written. */
export interface NewCharge {
  readonly operationId: string;
  readonly accountId: string;
  readonly ledgerSite: LedgerSite;
  readonly tenantId: string;
  readonly amount: number;
  /** Credits that could be spent before it. */
  readonly balance: number;
  readonly lines: readonly PricedLine[];
  readonly postings: readonly Posting[];
}

export type ChargeDecision =
  | { readonly kind: 'answer'; readonly reply: ChargeReply }
  | { readonly kind: 'write'; readonly charge: NewCharge };

/**
 * Decides a charge. A repeated operation gets its first answer, whatever has happened since.
 * @param facts null if there is no such account
 * @throws Error if the operation was charged with other lines, or has a line twice: a bug of the caller
 */
export function decideCharge(request: ChargeRequest, facts: ChargeFacts | null, now: Date): ChargeDecision {
  if (!facts) return refuse('not_found', `there is no account ${request.accountId}`);
  if (facts.earlier) {
    assertSame(request, facts.earlier);
    return answer({ outcome: 'charged', amount: facts.earlier.amount });
  }
  if (facts.isTombstoned) {
    return refuse('refunded_before', `${request.operationId} was refunded before it was charged`);
  }
  if (now.getTime() > request.deadlineMs) return answer({ outcome: 'too_late' });
  assertDistinct(request.lines);
  const priced = priceOf(request, facts, now);
  return 'refusal' in priced ? answer(priced.refusal) : pay(request, facts, priced.lines);
}

/** The facts that a price depends on. */
export type PriceFacts = Pick<ChargeFacts, 'subscription' | 'productLines'>;

/**
 * Prices lines for an account, regardless of its balance and of when they are charged: the only function that does, for
 * charges and for quotes. Test keys need no product line to be enabled and use up no trials of it.
 * @returns the priced lines, or the refusal by plan or product line
 */
export function priceOf(
  { siteId, tenantId, lines: asked }: Pick<ChargeRequest, 'siteId' | 'tenantId' | 'lines'>,
  facts: PriceFacts,
  now: Date,
): { readonly lines: readonly PricedLine[] } | { readonly refusal: Refusal } {
  const plan = planInForce(siteId, facts.subscription, now);
  const enabled = isTestScope({ tenantId })
    ? productLineNames
    : facts.productLines.filter((state) => state.enabled).map((state) => state.line);
  const lines = priceLines(plan.plan, asked, new Set(enabled));
  const refusal = forbid(siteId, facts, plan, lines);
  return refusal ? { refusal } : { lines };
}

/** Returns the refusal by plan or product line, regardless of the balance. */
function forbid(
  siteId: SiteId,
  facts: PriceFacts,
  { plan, mayBatch, from }: PlanInForce,
  lines: readonly PricedLine[],
): Refusal | undefined {
  if (!mayBatch && lines.some((line) => line.item === 'batch')) {
    const required = from.batchesFrom;
    const message = `batches need the plan ${required} or a higher one; the account's plan on the site ${siteId} is ${plan.name}`;
    return { ...refusalOf('plan_required', message), requiredPlan: required };
  }
  for (const [line, uses] of countBy(lines, trialOf)) {
    const used = facts.productLines.find((state) => state.line === line)?.trialUsed ?? 0;
    if (used + uses <= trialUsesMax) continue;
    const left = trialUsesMax - used;
    return refusalOf(
      'product_line_not_enabled',
      `the product line ${line} is not enabled for this account and has ${left} of ${trialUsesMax} trial uses left`,
    );
  }
  return undefined;
}

function pay(request: ChargeRequest, facts: ChargeFacts, lines: readonly PricedLine[]): ChargeDecision {
  const { operationId, accountId, tenantId } = request;
  const amount = totalOf(lines);
  const postings = spend(facts.grants, lines);
  const balance = balanceOf(facts.grants);
  if (!postings)
    return answer({
      outcome: 'insufficient_credits',
      requiredCredits: amount,
      currentBalance: balance,
    });
  const ledgerSite = ledgerSiteOf(request);
  return {
    kind: 'write',
    charge: { operationId, accountId, ledgerSite, tenantId, amount, balance, lines, postings },
  };
}

/** Returns the credits of grants that can be spent now. */
export const balanceOf = (grants: readonly SpendableGrant[]): number =>
  grants.reduce((sum, grant) => sum + grant.remaining, 0);

/** Returns the product line of a line that uses a trial. */
export const trialOf = (line: PricedLine): ProductLineName | null => (line.isTrial ? line.productLine : null);

const answer = (reply: ChargeReply): ChargeDecision => ({ kind: 'answer', reply });

type Refusal = Extract<ChargeReply, { outcome: 'refused' }>;
const refusalOf = (code: Refusal['code'], message: string): Refusal => ({
  outcome: 'refused',
  code,
  message,
});
const refuse = (code: Refusal['code'], message: string): ChargeDecision => answer(refusalOf(code, message));

function assertSame(request: ChargeRequest, earlier: EarlierCharge): void {
  if (billOf({ ...request, ledgerSite: ledgerSiteOf(request) }) === billOf(earlier)) return;
  throw new Error(`${request.operationId} was charged before with another bill: ${billOf(earlier)}`);
}

function billOf(bill: Omit<EarlierCharge, 'amount'>): string {
  const lines = bill.lines
    .map((line) => `${line.lineId} ${line.item} x${line.quantity} ${line.productLine ?? '-'}`)
    .toSorted();
  return [bill.accountId, bill.ledgerSite, bill.tenantId, ...lines].join(', ');
}

function assertDistinct(lines: readonly BillLine[]): void {
  if (new Set(lines.map((line) => line.lineId)).size === lines.length) return;
  throw new Error('a bill names one line twice');
}
