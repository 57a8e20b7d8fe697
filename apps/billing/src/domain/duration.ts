import type { Scope } from '@redline/contracts';
import type { ChargeFacts, NewCharge } from './charging.ts';
import { ledgerSiteOf } from './ledger-site.ts';
import { planInForce } from './plans.ts';
import { spend } from './spending.ts';

/** The tolerance of a declared duration (document 4, "Duration reconciliation"). */
const toleratedSeconds = 2;
const toleratedShare = 0.02;
/** The maximum quantity of one line. */
const secondsMax = 1_000_000;

/**
 * Returns the seconds of a video that were not paid for: those of a correct declaration minus those declared, each
 * rounded up.
 * @param actualSeconds null if the file does not name its duration
 * @returns 0 if the declaration is within the tolerance
 */
export function unpaidSeconds(declaredSeconds: number, actualSeconds: number | null): number {
  if (actualSeconds === null) return 0;
  const over = actualSeconds - declaredSeconds;
  if (over <= toleratedSeconds || over <= declaredSeconds * toleratedShare) return 0;
  return Math.min(Math.ceil(actualSeconds) - Math.ceil(declaredSeconds), secondsMax);
}

/** Returns the operation id of the charge of a video's difference. */
export const durationIdOf = (videoId: string) => `${videoId}:duration`;

/**
 * Builds the charge of the undeclared seconds. It takes at most the balance, so the line may cost less than its seconds;
 * it counts neither as another check of the month nor as another trial use.
 * @param facts of the operation id of the difference
 * @returns null if it was charged before; `isCovered` tells whether the balance paid for all of it
 */
export function durationCharge(
  video: { readonly id: string; readonly scope: Scope; readonly seconds: number },
  facts: ChargeFacts,
  now: Date,
): { readonly charge: NewCharge; readonly isCovered: boolean } | null {
  if (facts.earlier) return null;
  const { seconds, scope } = video;
  const lineId = durationIdOf(video.id);
  const { plan } = planInForce(scope.siteId, facts.subscription, now);
  const balance = facts.grants.reduce((sum, grant) => sum + grant.remaining, 0);
  const due = plan.prices.video_second * seconds;
  const amount = Math.min(due, balance);
  const line = {
    lineId,
    item: 'video_second' as const,
    quantity: seconds,
    amount,
    usageKind: null,
    productLine: null,
    isTrial: false,
  };
  const postings = spend(facts.grants, [line]) ?? [];
  const { accountId, tenantId } = scope;
  const payer = { operationId: lineId, accountId, ledgerSite: ledgerSiteOf(scope), tenantId };
  const charge = { ...payer, amount, balance, lines: [line], postings };
  return { charge, isCovered: amount === due };
}
