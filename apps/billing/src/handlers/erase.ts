import { type DataOwner, dataOwners } from '@redline/contracts';
import { BusError } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import type { Deps } from '../deps.ts';
import { hasEnded, type StoredErasure, withAnswer, withFailure } from '../domain/erasure.ts';
import { claimErasure, clearTenants, saveErasure } from '../store/erasures.ts';

/** A replica that dies in a turn gives its erasure back after this; each answer begins it anew. */
const turnMs = 120_000;
/** The maximum of parts that one owner is asked to remove in a turn. */
const partsMax = 200;
/** The maximum of erasures in one turn; the others wait for the next. */
const erasuresPerTurnMax = 10;
const chargesAtOnce = 500;

type ErasingDeps = Pick<Deps, 'db' | 'now' | 'eraseAtOwner' | 'erasureWaitMs'>;

interface TurnOptions {
  /** How long an erasure that has not ended waits for its next turn. */
  readonly everyMs: number;
  readonly log: Logger;
}

/**
 * Goes on with the erasures of accounts whose turn is due: asks each owner until it can remove no more now, and again in
 * a later turn until nothing is left. The gateway is first, and who comes after it waits until its keys are revoked.
 * @returns one turn, to be run at intervals
 */
export const eraseWhenDue =
  (deps: ErasingDeps, options: TurnOptions) =>
  async (signal: AbortSignal): Promise<void> => {
    for (let count = 0; count < erasuresPerTurnMax && !signal.aborted; count++) {
      const erasure = await claimErasure(deps.db, { now: deps.now(), forMs: turnMs });
      if (!erasure) return;
      await goOn(deps, erasure, options, signal);
    }
  };

async function goOn(
  deps: ErasingDeps,
  begun: StoredErasure,
  { everyMs, log }: TurnOptions,
  signal: AbortSignal,
): Promise<void> {
  const { db, now, erasureWaitMs } = deps;
  let erasure = begun;
  const save = async (changes: Partial<StoredErasure>, dueInMs = turnMs) => {
    erasure = { ...erasure, ...changes };
    await saveErasure(db, erasure.accountId, { ...erasure, dueAt: new Date(now().getTime() + dueInMs) });
  };
  for (const owner of dataOwners) {
    if (signal.aborted) return save({}, 0);
    const answered = await eraseAt(deps, owner, () => erasure, save, signal);
    if (!answered)
      log.warn({ accountId: erasure.accountId, owner }, 'an owner of data cannot erase now; later');
    if (!answered && owner === dataOwners[0]) return save({}, everyMs);
  }
  await eraseHere(deps, () => erasure, save, signal);
  if (!hasEnded(erasure, erasureWaitMs)) return save({}, everyMs);
  await save({ finishedAt: now() });
  log.info({ accountId: erasure.accountId, askedBy: erasure.askedBy }, 'an account is erased');
}

type Save = (changes: Partial<StoredErasure>) => Promise<void>;

/** @returns false if the owner did not answer */
async function eraseAt(
  { now, eraseAtOwner }: ErasingDeps,
  owner: DataOwner,
  current: () => StoredErasure,
  save: Save,
  signal: AbortSignal,
): Promise<boolean> {
  for (let part = 0; part < partsMax && !signal.aborted; part++) {
    const at = now();
    const { accountId } = current();
    try {
      const answer = await eraseAtOwner(owner, accountId);
      await save({ services: withAnswer(current().services, owner, answer, at) });
      if (Object.keys(answer.removed).length === 0) return true;
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      await save({ services: withFailure(current().services, owner, `${error.code}: ${error.message}`) });
      return false;
    }
  }
  return true;
}

/** Billing keeps its books; what names a customer's own customers goes from them. */
async function eraseHere(
  { db, now }: ErasingDeps,
  current: () => StoredErasure,
  save: Save,
  signal: AbortSignal,
): Promise<void> {
  for (let part = 0; part < partsMax && !signal.aborted; part++) {
    const { accountId, chargesUntil, services } = current();
    const at = now();
    const { last, cleared } = await clearTenants(db, accountId, {
      after: chargesUntil,
      limit: chargesAtOnce,
    });
    const removed: Record<string, number> = cleared > 0 ? { 'charges.tenant_id': cleared } : {};
    const left: Record<string, number> = last === null ? {} : { 'charges.tenant_id': 1 };
    const answered = withAnswer(services, 'billing', { removed, left }, at);
    await save({ services: answered, chargesUntil: last ?? chargesUntil });
    if (last === null) return;
  }
}
