import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets in seconds, from the answer of a cache to the longest wait of a client. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of every service; a service adds its own to `registry`. */
export interface Metrics {
  readonly registry: Registry;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly requestSeconds: Histogram<'subject' | 'outcome'>;
  readonly messageSeconds: Histogram<'handler' | 'outcome'>;
  /** From publishing to the start of the handler: the lag of the queue. */
  readonly messageLagSeconds: Histogram<'handler'>;
  readonly outboxPublished: Counter;
  /** Age of the oldest row of the outbox that the relay has found. */
  readonly outboxLagSeconds: Gauge;
  readonly busConnected: Gauge;
}

/**
 * Creates a registry with the metrics of the process, the bus, the outbox and the HTTP server.
 * @param options `service` is a label on each of them
 */
export function createMetrics(options: { readonly service: string }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'HTTP requests by route',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'bus_request_duration_seconds',
      help: 'Requests answered on the bus',
      labelNames: ['subject', 'outcome'],
      buckets,
      registers,
    }),
    messageSeconds: new Histogram({
      name: 'bus_message_duration_seconds',
      help: 'Jobs and events worked on',
      labelNames: ['handler', 'outcome'],
      buckets,
      registers,
    }),
    messageLagSeconds: new Histogram({
      name: 'bus_message_lag_seconds',
      help: 'Time from publishing a job or an event to the start of its handler',
      labelNames: ['handler'],
      buckets,
      registers,
    }),
    outboxPublished: new Counter({
      name: 'outbox_published_total',
      help: 'Outbox rows published',
      registers,
    }),
    outboxLagSeconds: new Gauge({
      name: 'outbox_lag_seconds',
      help: 'Age of the oldest outbox row found by the relay',
      registers,
    }),
    busConnected: new Gauge({ name: 'bus_connected', help: '1 while NATS is connected', registers }),
  };
}
