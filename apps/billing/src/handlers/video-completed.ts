import { isTestScope, mainSite, type videoEvents } from '@redline/contracts';
import type { MessageHandler } from '@redline/service-kit/bus';
import { recordOnce } from '@redline/service-kit/outbox';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { allowanceOf } from '../domain/allowance.ts';
import { durationCharge, durationIdOf, unpaidSeconds } from '../domain/duration.ts';
import { ledgerSiteOf } from '../domain/ledger-site.ts';
import { findLowCredits } from '../domain/low-credits.ts';
import { openAllowances } from '../store/allowances.ts';
import { findPaidLine } from '../store/find-paid-line.ts';
import { lockAccount } from '../store/lock-account.ts';
import { readChargeFacts } from '../store/read-charge-facts.ts';
import type { Trx } from '../store/tables.ts';
import { writeCharges } from '../store/write-charges.ts';

type Completed = typeof videoEvents.completed.payload;

/**
 * Charges the seconds of a main-site video beyond its declaration. On the other sites the media engine fails such a
 * video. The inbox detects an event that is delivered twice, the key of the charge two events of one video.
 * @param consumer the name of its inbox
 */
export const videoCompleted =
  (deps: Deps, consumer: string): MessageHandler<Completed> =>
  async (completed, { messageId, log }) => {
    const { id, scope, declaredSeconds, actualSeconds } = completed;
    const seconds = scope.siteId === mainSite.id ? unpaidSeconds(declaredSeconds, actualSeconds) : 0;
    if (seconds === 0) return;
    const written = await deps.db.transaction().execute(async (trx) => {
      if (!(await recordOnce(trx, consumer, messageId))) return null;
      await lockAccount(trx, scope.accountId);
      return chargeUnder(trx, completed, seconds, deps);
    });
    if (!written) return;
    const { amount: credits, ledgerSite: site } = written.charge;
    deps.metrics.durations.inc({ outcome: written.isCovered ? 'charged' : 'short_of_credits' });
    deps.metrics.creditsCharged.inc({ site }, credits);
    log.info(
      { recordId: id, siteId: scope.siteId, seconds, credits },
      'charged what a video lasts beyond its declaration',
    );
  };

/** @returns null if nothing is to be charged: it was already, or the video was not paid for */
async function chargeUnder(
  trx: Trx,
  { id, scope }: z.output<Completed>,
  seconds: number,
  deps: Pick<Deps, 'now' | 'creditsLowAt'>,
): Promise<ReturnType<typeof durationCharge>> {
  const now = deps.now();
  const threshold = deps.creditsLowAt;
  const paid = await findPaidLine(trx, id);
  if (paid?.account_id !== scope.accountId || paid.site_id !== ledgerSiteOf(scope)) return null;
  if (isTestScope(scope)) await openAllowances(trx, [allowanceOf(scope, now)], now);
  const operationId = durationIdOf(id);
  const question = { operationId, ...scope, deadlineMs: now.getTime(), lines: [] };
  const [facts = null] = await readChargeFacts(trx, [question], now);
  const difference = facts && durationCharge({ id, scope, seconds }, facts, now);
  if (!difference) return null;
  const charges = findLowCredits([difference.charge], threshold);
  const low = charges.length > 0 ? { charges, threshold } : undefined;
  const written = await writeCharges(trx, [difference.charge], now, 'skip', low);
  if (!written.has(operationId)) throw new Error(`${operationId} could not be charged under the lock`);
  return difference;
}
