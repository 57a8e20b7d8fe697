import { Counter, Histogram, type Registry } from 'prom-client';

export { measureBacklog } from './measure-backlog.ts';

/** Metrics of this service, beside those of every service. */
export interface WebhooksMetrics {
  readonly queued: Counter<'type'>;
  readonly attempts: Counter<'outcome'>;
  readonly ended: Counter<'status'>;
  readonly attemptSeconds: Histogram;
  readonly disabled: Counter<'reason'>;
}

export function createWebhooksMetrics(registry: Registry): WebhooksMetrics {
  const registers = [registry];
  return {
    queued: new Counter({
      name: 'webhook_deliveries_queued_total',
      help: 'Deliveries that were queued, one for each event and endpoint, by type of event',
      labelNames: ['type'],
      registers,
    }),
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts at deliveries, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    ended: new Counter({
      name: 'webhook_deliveries_ended_total',
      help: 'Deliveries that were delivered, or failed after their last attempt',
      labelNames: ['status'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Time from the look-up of an endpoint to the end of its answer',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
      registers,
    }),
    disabled: new Counter({
      name: 'webhook_endpoints_disabled_total',
      help: 'Endpoints that were disabled because they failed for five days, or answered 410',
      labelNames: ['reason'],
      registers,
    }),
  };
}
