import type { Scope } from '@redline/contracts';
import type { ChargeFacts, NewCharge } from './charging.ts';
import { planInForce } from './plans.ts';
import { spend } from './spending.ts';

/** A file may be longer than declared by so much (document 4, "Duration reconciliation"). */
const toleratedSeconds = 2;
const toleratedShare = 0.02;
/** As many as one line of a bill can have. */
const secondsMax = 1_000_000;

/**
 * Seconds of a video that were not paid for: what the right declaration would have cost beyond the one that was made,
 * fractions rounded up as they are in both.
 * @param actualSeconds null where the file does not say
 * @returns 0 where the declaration is near enough
 */
export function unpaidSeconds(declaredSeconds: number, actualSeconds: number | null): number {
  if (actualSeconds === null) return 0;
  const over = actualSeconds - declaredSeconds;
  if (over <= toleratedSeconds || over <= declaredSeconds * toleratedShare) return 0;
  return Math.min(Math.ceil(actualSeconds) - Math.ceil(declaredSeconds), secondsMax);
}

/** The id under which the difference of a video is charged. */
export const durationIdOf = (videoId: string) => `${videoId}:duration`;

/**
 * The charge for the seconds that were not declared. It takes what there is and never more, so the line may cost less
 * than its seconds do; it is no other check of the month and no other trial use.
 * @param facts under the id of the difference
 * @returns null when it was charged before; `isCovered` whether the balance paid for all of it
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
  const charge = { operationId: lineId, ...scope, amount, lines: [line], postings };
  return { charge, isCovered: amount === due };
}
