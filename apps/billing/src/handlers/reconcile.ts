import { type billingRequests, statusIdsMax } from '@redline/contracts';
import { BusError, type RequestHandler } from '@redline/service-kit/bus';
import { firstIdAt, idTimeMs } from '@redline/service-kit/ids';
import type { Logger } from '@redline/service-kit/log';
import type { Deps } from '../deps.ts';
import { compare, type OpenLine, type PaidPrefix, paidKinds } from '../domain/reconciliation.ts';
import { openLines } from '../store/open-lines.ts';
import { claimReconciliation, endReconciliation, releaseReconciliation } from '../store/reconciliation.ts';
import { refundLine } from '../store/refund-line.ts';

const hourMs = 3_600_000;
/** Streams keep an event for seven days: a day more, and nothing that was lost is left out. */
const comparedMs = 8 * 24 * hourMs;
/** Age in ms from which the daily comparison looks at lines: the event of a younger record may be under way. */
const settlingMs = hourMs;
const namedMax = 200;

interface Totals {
  lines: number;
  readonly refunded: string[];
  readonly unknown: string[];
  readonly processing: string[];
}

type ReconcileDeps = Pick<Deps, 'db' | 'metrics' | 'now' | 'readStatuses'>;

const countsOf = ({ refunded, unknown, processing }: Totals) => ({
  refunded: refunded.length,
  unknown: unknown.length,
  processing: processing.length,
});

interface Comparison {
  readonly since: Date;
  /** Age in ms from which lines are compared. */
  readonly settledMs: number;
  /** Whether lines of records that no owner knows are refunded too, as after an owner was restored from a backup. */
  readonly refundsUnknown: boolean;
  readonly log: Logger;
  readonly signal?: AbortSignal;
}

/** Answers an operator: compares the charges since a time, now. */
export const reconcile =
  (deps: ReconcileDeps): RequestHandler<typeof billingRequests.reconcile> =>
  async ({ since, unknown, youngestMinutes }, { log }) => {
    const { totals, comparedUntil } = await compareSince(deps, {
      since: new Date(since),
      settledMs: youngestMinutes * 60_000,
      refundsUnknown: unknown === 'refund',
      log,
    });
    return {
      outcome: 'reconciled',
      lines: totals.lines,
      refunded: totals.refunded.slice(0, namedMax),
      unknown: totals.unknown.slice(0, namedMax),
      counts: countsOf(totals),
      comparedUntil: comparedUntil.toISOString(),
    };
  };

/**
 * Compares what was charged since the last comparison, if one is due; one replica does it.
 * @returns one turn, to be run at intervals
 */
export const reconcileWhenDue =
  (deps: ReconcileDeps, { everyMs, log }: { readonly everyMs: number; readonly log: Logger }) =>
  async (signal: AbortSignal): Promise<void> => {
    const claimed = await claimReconciliation(deps.db, { everyMs, now: deps.now() });
    if (!claimed) return;
    try {
      const since = claimed.comparedUntil ?? new Date(0);
      const comparison = { since, settledMs: settlingMs, refundsUnknown: false, log, signal };
      const { totals, comparedUntil } = await compareSince(deps, comparison);
      if (signal.aborted) return await releaseReconciliation(deps.db);
      await endReconciliation(deps.db, comparedUntil);
      const report = { lines: totals.lines, ...countsOf(totals) };
      log.info(report, 'compared charges with the records that they paid for');
    } catch (error) {
      await releaseReconciliation(deps.db);
      if (!(error instanceof BusError)) throw error;
      log.warn({ err: error }, 'an owner of records does not answer: charges are compared at the next turn');
    }
  };

/** @returns what was found, and until when the next comparison need not look again */
async function compareSince(deps: ReconcileDeps, comparison: Comparison) {
  const { since, settledMs, signal } = comparison;
  const nowMs = deps.now().getTime();
  const fromMs = Math.max(since.getTime(), nowMs - comparedMs);
  const untilMs = nowMs - settledMs;
  const totals: Totals = { lines: 0, refunded: [], unknown: [], processing: [] };
  for (const prefix of Object.keys(paidKinds) as PaidPrefix[]) {
    const before = firstIdAt(prefix, untilMs);
    let after: string = firstIdAt(prefix, fromMs);
    while (!signal?.aborted) {
      const lines = await openLines(deps.db, { after, before }, statusIdsMax);
      if (lines.length > 0) await comparePage(deps, prefix, lines, { totals, comparison });
      after = lines.at(-1)?.lineId ?? before;
      if (lines.length < statusIdsMax) break;
    }
  }
  // What still runs is looked at again.
  const oldestMs = totals.processing.reduce((oldest, id) => Math.min(oldest, idTimeMs(id)), untilMs);
  return { totals, comparedUntil: new Date(oldestMs) };
}

async function comparePage(
  deps: ReconcileDeps,
  prefix: PaidPrefix,
  lines: readonly OpenLine[],
  { totals, comparison }: { readonly totals: Totals; readonly comparison: Comparison },
): Promise<void> {
  const { log, refundsUnknown } = comparison;
  const ids = lines.map(({ lineId }) => lineId);
  const statuses = new Map(await deps.readStatuses(paidKinds[prefix], ids));
  // An item of a batch that no owner ever had is the orchestrator's.
  const missing = ids.filter((id) => !statuses.has(id));
  for (const [id, status] of await deps.readStatuses('batch', missing)) statuses.set(id, status);
  const { due, processing, unknown } = compare(lines, statuses);
  totals.lines += lines.length;
  totals.processing.push(...processing.map(({ lineId }) => lineId));
  for (const line of due) await refundDue(deps, line, { totals, log });
  if (refundsUnknown) {
    for (const line of unknown) await refundDue(deps, line, { totals, log });
    return;
  }
  totals.unknown.push(...unknown.map(({ lineId }) => lineId));
  deps.metrics.reconciled.inc({ outcome: 'unknown' }, unknown.length);
}

async function refundDue(
  { db, metrics, now }: ReconcileDeps,
  line: OpenLine,
  { totals, log }: { readonly totals: Totals; readonly log: Logger },
): Promise<void> {
  const { outcome, credits } = await db.transaction().execute((trx) => refundLine(trx, line, now()));
  // Its event may have come meanwhile.
  if (outcome !== 'refunded') return;
  totals.refunded.push(line.lineId);
  metrics.reconciled.inc({ outcome });
  metrics.creditsRefunded.inc(credits);
  log.error({ recordId: line.lineId, credits }, 'refunded a record whose event never came, or that is gone');
}
