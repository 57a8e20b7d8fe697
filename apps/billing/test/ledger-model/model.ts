import type { BillItem, BillLine, ProductLineName, SiteId } from '@redline/contracts';
import type { ChargeReply, ChargeRequest } from '../../src/domain/charging.ts';

type Bucket = 'subscription' | 'activity' | 'booster';
type Usage = 'text_check' | 'image_check' | 'video_check' | 'batch';

interface Grant {
  readonly id: string;
  readonly siteId: SiteId;
  readonly bucket: Bucket;
  readonly expiresAt: number;
  remaining: number;
}

interface PaidLine {
  readonly siteId: SiteId;
  readonly month: string;
  readonly usage: Usage | undefined;
  readonly trial: ProductLineName | undefined;
  readonly paidBy: { readonly grant: Grant; readonly amount: number }[];
}

const day = 86_400_000;
const usageOf: Partial<Record<BillItem, Usage>> = {
  text_check: 'text_check',
  image_check: 'image_check',
  video_second: 'video_check',
  batch: 'batch',
};
const isPaid = (plan: string) => plan !== 'free';
const mayBatch = (siteId: SiteId, plan: string) =>
  plan === 'enterprise' || (plan === 'premium' && siteId === 'us') || plan === 'flagship';
const priceOf = (item: BillItem, plan: string): number => {
  const cheap = plan === 'enterprise';
  return {
    text_check: cheap ? 1 : 2,
    rewrite: cheap ? 2 : 3,
    image_check: 2,
    video_second: 1,
    video_report: 10,
    batch: 0,
  }[item];
};

/**
 * A naive model of the ledger of one account, by the contract: it shares no code with billing and applies one posting
 * at a time, in order.
 */
export class LedgerModel {
  now: number;
  readonly plans = new Map<SiteId, string>();
  readonly grants: Grant[] = [];
  readonly charges = new Map<string, number>();
  readonly lines = new Map<string, PaidLine>();
  readonly refunded = new Set<string>();
  readonly enabled = new Set<ProductLineName>();
  readonly trials = new Map<ProductLineName, number>();
  readonly usage = new Map<string, number>();

  constructor(now: number) {
    this.now = now;
  }

  month(): string {
    return new Date(this.now).toISOString().slice(0, 7);
  }

  planOn(siteId: SiteId): string {
    return this.plans.get(siteId) ?? 'free';
  }

  grant(grant: Grant): void {
    this.grants.push(grant);
  }

  /** The grants that can be spent, in the order in which they are. */
  spendable(siteId: SiteId): Grant[] {
    const open = this.grants.filter((grant) => grant.siteId === siteId && grant.expiresAt > this.now);
    return open.sort((a, b) => (a.expiresAt === b.expiresAt ? 0 : a.expiresAt - b.expiresAt));
  }

  balance(siteId: SiteId): number {
    return this.spendable(siteId).reduce((sum, { remaining }) => sum + remaining, 0);
  }

  /** Applies a charge; returns the answer that billing must give. */
  charge(request: ChargeRequest): ChargeReply | { readonly outcome: 'refused'; readonly code: string } {
    const { operationId, siteId, lines, deadlineMs } = request;
    const before = this.charges.get(operationId);
    if (before !== undefined) return { outcome: 'charged', amount: before };
    if ([operationId, ...lines.map(({ lineId }) => lineId)].some((id) => this.refunded.has(id)))
      return { outcome: 'refused', code: 'refunded_before' };
    if (this.now > deadlineMs) return { outcome: 'too_late' };
    const plan = this.planOn(siteId);
    if (lines.some(({ item }) => item === 'batch') && !mayBatch(siteId, plan))
      return { outcome: 'refused', code: 'plan_required' };
    if (!this.mayTry(lines)) return { outcome: 'refused', code: 'product_line_not_enabled' };
    const requiredCredits = lines.reduce((sum, line) => sum + this.costOf(line, plan), 0);
    const currentBalance = this.balance(siteId);
    if (requiredCredits > currentBalance)
      return { outcome: 'insufficient_credits', requiredCredits, currentBalance };
    for (const line of lines) this.pay(siteId, line, this.costOf(line, plan));
    this.charges.set(operationId, requiredCredits);
    return { outcome: 'charged', amount: requiredCredits };
  }

  /** Refunds a line once; a line that was not charged yet can never be charged. */
  refund(lineId: string): void {
    if (this.refunded.has(lineId)) return;
    this.refunded.add(lineId);
    const line = this.lines.get(lineId);
    if (!line) return;
    for (const { grant, amount } of line.paidBy) grant.remaining += amount;
    if (line.usage) this.count(line.siteId, line.month, line.usage, -1);
    if (line.trial) this.trials.set(line.trial, (this.trials.get(line.trial) ?? 0) - 1);
  }

  /** Returns the account as it must be rendered. */
  facts(siteId: SiteId) {
    const open = this.spendable(siteId);
    const sum = (grants: readonly Grant[]) => grants.reduce((total, { remaining }) => total + remaining, 0);
    const of = (bucket: Bucket) => sum(open.filter((grant) => grant.bucket === bucket));
    const ending = open.filter((grant) => grant.remaining > 0 && grant.expiresAt <= this.now + 7 * day);
    const [first] = ending;
    const counted = (kind: Usage) => this.usage.get([siteId, this.month(), kind].join(' ')) ?? 0;
    return {
      credits: {
        total: sum(open),
        subscription: of('subscription'),
        activity: of('activity'),
        booster: of('booster'),
        expiringSoon: first
          ? { amount: sum(ending), expiresAt: new Date(first.expiresAt).toISOString() }
          : null,
      },
      subscription: { plan: this.planOn(siteId), isPaid: isPaid(this.planOn(siteId)), renewsAt: null },
      usageThisMonth: {
        since: `${this.month()}-01T00:00:00.000Z`,
        textChecks: counted('text_check'),
        videoChecks: counted('video_check'),
        imageChecks: counted('image_check'),
        batches: counted('batch'),
      },
    };
  }

  private costOf({ item, quantity }: BillLine, plan: string): number {
    return priceOf(item, plan) * quantity;
  }

  private mayTry(lines: readonly BillLine[]): boolean {
    return (['duanju', 'touliu'] as const).every((name) => {
      const uses = lines.filter(({ productLine }) => productLine === name).length;
      return this.enabled.has(name) || uses === 0 || (this.trials.get(name) ?? 0) + uses <= 3;
    });
  }

  private pay(siteId: SiteId, { lineId, item, productLine }: BillLine, cost: number): void {
    const paidBy: PaidLine['paidBy'] = [];
    for (let due = cost; due > 0; due -= 1) {
      const grant = this.spendable(siteId).find(({ remaining }) => remaining > 0);
      if (!grant) throw new Error('the model spent what it does not have');
      grant.remaining -= 1;
      paidBy.push({ grant, amount: 1 });
    }
    const trial = productLine && !this.enabled.has(productLine) ? productLine : undefined;
    if (trial) this.trials.set(trial, (this.trials.get(trial) ?? 0) + 1);
    const usage = usageOf[item];
    if (usage) this.count(siteId, this.month(), usage, 1);
    this.lines.set(lineId, { siteId, month: this.month(), usage, trial, paidBy });
  }

  private count(siteId: SiteId, month: string, usage: Usage, by: number): void {
    const key = [siteId, month, usage].join(' ');
    this.usage.set(key, (this.usage.get(key) ?? 0) + by);
  }
}
