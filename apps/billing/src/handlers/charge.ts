import { type billingRequests, isTestScope } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { inBatches } from '@redline/service-kit/db';
import type { Deps } from '../deps.ts';
import { allowanceOf } from '../domain/allowance.ts';
import { type ChargeReply, type ChargeRequest, decideCharge, type NewCharge } from '../domain/charging.ts';
import { type ChargePath, createContention } from '../domain/contention.ts';
import { findLowCredits } from '../domain/low-credits.ts';
import { openAllowances } from '../store/allowances.ts';
import { lockAccount } from '../store/lock-account.ts';
import { readChargeFacts } from '../store/read-charge-facts.ts';
import type { Db } from '../store/tables.ts';
import { type OnLocked, writeCharges } from '../store/write-charges.ts';

/** The maximum of charges in one statement. */
const sizeMax = 64;

/**
 * Charges an operation, once. Charges that arrive while others are being written are written together. Those of accounts
 * that another replica has locked are left out, and written together as soon as their accounts are free.
 *
 * Measured by `bench/charges.ts` on two busy cores that client and Postgres share, synchronous_commit=on, 16 at once:
 * 5,000 charges a second over 100 accounts, half the one-row commits of the same run, and 6,900 on one account; alone
 * 0.95 ms (p50). By `bench/replicas.ts`, 64 at once for each replica: with four replicas 0.98 to 1.13 of the CPU a charge
 * that one takes over 100 accounts, 1.15 to 1.33 on one account, at rates of 0.9 to 1.4 of one's (three runs on two noisy
 * cores). Before charges waited together it was 2.5 and 13.7, at rates of 0.6 and 0.1.
 */
export function charge(deps: Deps): RequestHandler<typeof billingRequests.charge> {
  const batchesOf = (onLocked: OnLocked) =>
    inBatches((requests: readonly ChargeRequest[]) => tryCharges(deps, deps.db, requests, onLocked), {
      sizeMax,
    });
  const paths = { at_once: batchesOf('skip'), together: batchesOf('wait') };
  const contention = createContention();
  const chargeOn = async (path: ChargePath, request: ChargeRequest): Promise<ChargeReply> => {
    if (path === 'alone') return chargeUnderLock(deps, request);
    const reply = await paths[path](request);
    return reply ?? chargeOn(contention.leftOut(request.accountId, path, deps.now().getTime()), request);
  };
  return async (request) => {
    const reply = await chargeOn(contention.pathOf(request.accountId, deps.now().getTime()), request);
    deps.metrics.charges.inc({ outcome: reply.outcome });
    return reply;
  };
}

/**
 * Reads, decides and writes in two round trips without a transaction; facts that changed in between break a
 * constraint. The day's allowances of test keys are opened first: one that then pays for nothing changes nothing.
 * @returns for each in order: undefined if nothing was written and it must be retried under the lock
 */
async function tryCharges(
  deps: Deps,
  db: Db,
  requests: readonly ChargeRequest[],
  onLocked: OnLocked,
): Promise<(ChargeReply | undefined)[]> {
  const now = deps.now();
  const ofTests = requests.filter(isTestScope).map((request) => allowanceOf(request, now));
  await openAllowances(db, ofTests, now);
  const facts = await readChargeFacts(db, requests, now);
  const decisions = requests.map((request, index) => decideCharge(request, facts[index] ?? null, deps.now()));
  const charges = decisions.flatMap((decision) => (decision.kind === 'write' ? [decision.charge] : []));
  const written = await write(deps, db, charges, now, onLocked);
  return decisions.map((decision) => {
    if (decision.kind === 'answer') return decision.reply;
    const { operationId, ledgerSite: site, amount } = decision.charge;
    if (!written.has(operationId)) return undefined;
    deps.metrics.creditsCharged.inc({ site }, amount);
    return { outcome: 'charged', amount };
  });
}

async function write(
  { creditsLowAt: threshold, wakeRelay }: Deps,
  db: Db,
  charges: readonly NewCharge[],
  now: Date,
  onLocked: OnLocked,
): Promise<ReadonlySet<string>> {
  if (charges.length === 0) return new Set();
  const low = { charges: findLowCredits(charges, threshold), threshold };
  const written = await writeCharges(db, charges, now, onLocked, low.charges.length > 0 ? low : undefined);
  if (low.charges.length > 0) wakeRelay();
  return written;
}

/**
 * Does the same for one charge with the account locked first, so that its facts cannot change and one try is enough.
 */
async function chargeUnderLock(deps: Deps, request: ChargeRequest): Promise<ChargeReply> {
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, request.accountId);
    const [reply] = await tryCharges(deps, trx, [request], 'skip');
    if (reply) return reply;
    throw new Error(`${request.operationId} has a line that another operation was charged for`);
  });
}
