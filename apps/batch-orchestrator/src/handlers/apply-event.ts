import type { Deps } from '../deps.ts';
import type { BatchEvent } from '../domain/batch.ts';
import { type Changed, type ChangeOptions, changeBatch } from '../store/change-batch.ts';
import type { Trx } from '../store/tables.ts';

type ApplyDeps = Pick<Deps, 'db' | 'metrics' | 'wakeRelay'>;

/**
 * Applies an event to a batch, in a transaction of its own, and has the messages that this causes sent.
 * @param isNew called in that transaction, first; nothing changes if it returns false
 * @returns undefined if there is no such batch, the condition does not hold, or the event is not new
 */
export async function applyEvent(
  { db, metrics, wakeRelay }: ApplyDeps,
  id: string,
  event: BatchEvent,
  { isNew, ...options }: ChangeOptions & { readonly isNew?: (trx: Trx) => Promise<boolean> } = {},
): Promise<Changed | undefined> {
  const changed = await db.transaction().execute(async (trx) => {
    if (isNew && !(await isNew(trx))) return undefined;
    return changeBatch(trx, id, event, options);
  });
  if (!changed?.isChanged) return changed;
  wakeRelay();
  const { before, state } = changed;
  if (before.result === null && state.result !== null) metrics.ended.inc({ result: state.result });
  return changed;
}
