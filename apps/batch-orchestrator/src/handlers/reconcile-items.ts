import { randomUUID } from 'node:crypto';
import { isTransient } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import type { FoundCheck } from '../clients/owners.ts';
import type { Deps } from '../deps.ts';
import type { BatchEvent } from '../domain/batch.ts';
import { type StaleItem, staleItems } from '../store/stale-items.ts';
import { applyEvent } from './apply-event.ts';

export interface ReconcileOptions {
  /** Items without an event for so long. */
  readonly silentMs: number;
  readonly batchSize: number;
  readonly log: Logger;
}

/** An image of the main site is not found while it is processing; after so long it must have been deleted. */
const unlistedMs = 86_400_000;

/**
 * Asks owners after items without an event for long: an event may have been lost, or have gone by while there
 * was no consumer. Replicas share the items.
 * @returns one turn, to be run at intervals
 */
export function reconcileItems(
  deps: Deps,
  { log, ...limits }: ReconcileOptions,
): (signal: AbortSignal) => Promise<void> {
  const reconcile = async (item: StaleItem): Promise<void> => {
    const { checkId, batchId, kind, scope } = item;
    const requestId = randomUUID();
    const found = await deps.owners[kind].lookUp({ checkId, scope, requestId });
    deps.metrics.askedAfter.inc({ kind, found: found.status });
    const event = eventOf(item, found);
    if (!event) return;
    const changed = await applyEvent(deps, batchId, event, { requestId });
    if (!changed?.isChanged) return;
    log.warn({ checkId, batchId, found: found.status }, 'no event came of an item, so its owner was asked');
  };
  return async (signal) => {
    try {
      const items = await staleItems(deps.db, { silentMs: limits.silentMs, limit: limits.batchSize });
      for (const item of items) {
        if (signal.aborted) return;
        await reconcile(item);
      }
    } catch (error) {
      if (!isTransient(error)) throw error;
      log.warn({ err: error }, 'another service or Postgres does not answer: no items are reconciled');
    }
  };
}

function eventOf({ checkId, kind, scope, createdAt }: StaleItem, found: FoundCheck): BatchEvent | undefined {
  switch (found.status) {
    case 'processing':
      return undefined;
    case 'completed':
      return { type: 'completed', checkId, verdict: found.verdict };
    case 'failed':
      return { type: 'failed', checkId, failure: found.failure };
    case 'not_found': {
      const mayBeProcessing = kind === 'image' && scope.siteId === 'main';
      if (mayBeProcessing && Date.now() - createdAt.getTime() < unlistedMs) return undefined;
      return { type: 'gone', checkId };
    }
  }
}
