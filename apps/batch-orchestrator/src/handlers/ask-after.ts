import { randomUUID } from 'node:crypto';
import { isTransient } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import type { FoundCheck } from '../clients/owners.ts';
import type { Deps } from '../deps.ts';
import type { BatchEvent } from '../domain/batch.ts';
import { type SilentItem, silentItems } from '../store/ask-after.ts';
import { applyEvent } from './apply-event.ts';

export interface AskOptions {
  /** Items without an event for so long. */
  readonly silentMs: number;
  readonly batchSize: number;
  readonly log: Logger;
}

/** An image of the main site is found once it has ended; not found for so long, it was deleted then. */
const unlistedMs = 86_400_000;

/**
 * Asks owners after items without an event for long: an event may have been lost, or have gone by while there
 * was no consumer. Replicas share the items.
 * @returns one turn, to be run at intervals
 */
export function askAfterItems(
  deps: Deps,
  { log, ...limits }: AskOptions,
): (signal: AbortSignal) => Promise<void> {
  const ask = async (item: SilentItem): Promise<void> => {
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
      const items = await silentItems(deps.db, { silentMs: limits.silentMs, limit: limits.batchSize });
      for (const item of items) {
        if (signal.aborted) return;
        await ask(item);
      }
    } catch (error) {
      if (!isTransient(error)) throw error;
      log.warn({ err: error }, 'a neighbour or Postgres does not answer: nothing is asked after');
    }
  };
}

function eventOf({ checkId, kind, scope, createdAt }: SilentItem, found: FoundCheck): BatchEvent | undefined {
  switch (found.status) {
    case 'processing':
      return undefined;
    case 'completed':
      return { type: 'completed', checkId, verdict: found.verdict };
    case 'failed':
      return { type: 'failed', checkId };
    case 'not_found': {
      const mayBeProcessing = kind === 'image' && scope.siteId === 'main';
      if (mayBeProcessing && Date.now() - createdAt.getTime() < unlistedMs) return undefined;
      return { type: 'gone', checkId };
    }
  }
}
