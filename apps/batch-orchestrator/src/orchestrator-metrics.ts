import { Counter, type Registry } from 'prom-client';

/** What the orchestrator counts beside what every service does. */
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
      help: 'Attempts at handing a batch out by how they ended',
      labelNames: ['outcome'],
      registers,
    }),
    items: new Counter({
      name: 'batch_items_total',
      help: 'Items by whether their owner has taken them',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    ended: new Counter({
      name: 'batch_ended_total',
      help: 'Batches of which every item has ended',
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
      help: 'Items of which nothing was heard for long, by how their owner says that they stand',
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
