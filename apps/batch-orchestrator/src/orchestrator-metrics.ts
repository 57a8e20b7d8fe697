import { Counter, type Registry } from 'prom-client';

/** Metrics of this service, beside those of every service. */
export interface OrchestratorMetrics {
  readonly attempts: Counter<'outcome'>;
  readonly items: Counter<'kind' | 'outcome'>;
  readonly ended: Counter<'result'>;
  readonly swept: Counter<'reason'>;
  readonly askedAfter: Counter<'kind' | 'found'>;
  readonly removed: Counter<'kind'>;
}

export function createOrchestratorMetrics(registry: Registry): OrchestratorMetrics {
  const registers = [registry];
  return {
    attempts: new Counter({
      name: 'batch_attempts_total',
      help: 'Attempts at dispatching a batch, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    items: new Counter({
      name: 'batch_items_total',
      help: 'Offered items, by the answer of their owner',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    ended: new Counter({
      name: 'batch_ended_total',
      help: 'Batches that have ended, by result',
      labelNames: ['result'],
      registers,
    }),
    swept: new Counter({
      name: 'batch_swept_total',
      help: 'Batches given up by the sweeper, and deletions that it has queued again',
      labelNames: ['reason'],
      registers,
    }),
    askedAfter: new Counter({
      name: 'batch_asked_after_total',
      help: 'Items without an event for long, by the state that their owner returned',
      labelNames: ['kind', 'found'],
      registers,
    }),
    removed: new Counter({
      name: 'batch_removed_checks_total',
      help: 'Checks of deleted batches that were deleted at their owners',
      labelNames: ['kind'],
      registers,
    }),
  };
}
