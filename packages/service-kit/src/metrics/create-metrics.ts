import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  type PrometheusContentType,
  Registry,
} from 'prom-client';
import { createPoolGauges, type PoolCounts } from './pool-gauges.ts';

/** Buckets in seconds of what is answered at once, from the answer of a cache to the longest wait for another service. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The same, and the minute of an image, the minutes of an upload, the half hour of a report's stream. */
const httpBuckets = [...requestBuckets, 60, 120, 300, 900, 1_800];
/** Of messages: a video takes minutes, and after an outage a queue is hours old. */
const messageBuckets = [...requestBuckets, 60, 120, 300, 600, 1_800, 3_600];

/** The metrics of every service; a service adds its own to `registry`. */
export interface Metrics {
  /** The label of the same name on each metric. */
  readonly service: string;
  readonly registry: Registry;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly requestSeconds: Histogram<'subject' | 'outcome'>;
  readonly messageSeconds: Histogram<'handler' | 'outcome'>;
  /** From publishing to the start of the handler: the lag of the queue. */
  readonly messageLagSeconds: Histogram<'handler'>;
  /** From publishing to the end, with every attempt and the waits between them: what a client waits for. */
  readonly messageCompletionSeconds: Histogram<'handler' | 'outcome'>;
  readonly outboxPublished: Counter;
  readonly outboxFailures: Counter;
  /** 1 while NATS is connected and answers. */
  readonly busConnected: Gauge;
  /** When NATS last answered, in seconds since 1970. */
  readonly busAnswered: Gauge;
  /** Readings of gauges that failed, by reading (`addReading`). */
  readonly readingFailures: Counter<'reading'>;
  /** Adds a pool of database connections to the gauges of pools. */
  readonly watchPool: (pool: string, count: () => PoolCounts) => void;
}

/**
 * Creates a registry with the metrics of the process, the bus, the outbox, the database pools and the HTTP server.
 * @param options `service` is a label on each of them; `version` is that of the release, which one metric tells
 */
export function createMetrics(options: { readonly service: string; readonly version?: string }): Metrics {
  const { service, version = 'unknown' } = options;
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'build_info',
    help: '1, with the version of the service that runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  return { service, registry, ...histogramsIn(registry), ...othersIn(registry) };
}

/**
 * prom-client takes histograms with exemplars only into a registry of OpenMetrics, and looks when they are made; how the
 * registry is rendered is then up to each scrape (`renderMetrics`).
 */
function histogramsIn(registry: Registry) {
  const isOpen = registry as Registry<PrometheusContentType | OpenMetricsContentType>;
  isOpen.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const histograms = createHistograms([registry]);
  isOpen.setContentType(Registry.PROMETHEUS_CONTENT_TYPE);
  return histograms;
}

const createHistograms = (registers: Registry[]) => ({
  httpSeconds: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: httpBuckets,
    enableExemplars: true,
    registers,
  }),
  requestSeconds: new Histogram({
    name: 'bus_request_duration_seconds',
    help: 'Requests answered on the bus',
    labelNames: ['subject', 'outcome'],
    buckets: requestBuckets,
    enableExemplars: true,
    registers,
  }),
  messageSeconds: new Histogram({
    name: 'bus_message_duration_seconds',
    help: 'Jobs and events worked on',
    labelNames: ['handler', 'outcome'],
    buckets: messageBuckets,
    enableExemplars: true,
    registers,
  }),
  messageLagSeconds: new Histogram({
    name: 'bus_message_lag_seconds',
    help: 'Time from publishing a job or an event to the start of its handler',
    labelNames: ['handler'],
    buckets: messageBuckets,
    registers,
  }),
  messageCompletionSeconds: new Histogram({
    name: 'bus_message_completion_seconds',
    help: 'Time from publishing a job or an event to its end, with every attempt and wait: the time to a verdict',
    labelNames: ['handler', 'outcome'],
    buckets: messageBuckets,
    enableExemplars: true,
    registers,
  }),
});

function othersIn(registry: Registry) {
  const registers = [registry];
  return {
    outboxPublished: new Counter({
      name: 'outbox_published_total',
      help: 'Outbox rows published',
      registers,
    }),
    outboxFailures: new Counter({
      name: 'outbox_publish_failures_total',
      help: 'Turns of the relay in which a row could not be published, or the outbox not be read',
      registers,
    }),
    busConnected: new Gauge({
      name: 'bus_connected',
      help: '1 while NATS is connected and answers a ping within 2 s',
      registers,
    }),
    busAnswered: new Gauge({
      name: 'bus_answered_timestamp_seconds',
      help: 'When NATS last answered a ping',
      registers,
    }),
    readingFailures: new Counter({
      name: 'metric_reading_failures_total',
      help: 'Gauges that could not be read, and are absent, by what was asked',
      labelNames: ['reading'],
      registers,
    }),
    watchPool: createPoolGauges(registry),
  };
}
