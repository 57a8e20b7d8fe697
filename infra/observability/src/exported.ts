import { createOrchestratorMetrics } from '@redline/batch-orchestrator/metrics';
import { createBillingMetrics } from '@redline/billing/metrics';
import { createConsoleMetrics } from '@redline/console/metrics';
import { createGatewayMetrics } from '@redline/gateway/metrics';
import { createEngineMetrics as createMediaMetrics, isolationMetric } from '@redline/media-engine/metrics';
import { createReportMetrics } from '@redline/report/metrics';
import { type Bus, measureStreams } from '@redline/service-kit/bus';
import { measureDatabase } from '@redline/service-kit/db';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics, type Metrics } from '@redline/service-kit/metrics';
import { measureOutbox, type OutboxTables } from '@redline/service-kit/outbox';
import { measureOldest } from '@redline/service-kit/records';
import { createEngineMetrics as createTextMetrics } from '@redline/text-engine/metrics';
import { createWebhooksMetrics, measureBacklog } from '@redline/webhooks/metrics';
import type { Kysely } from 'kysely';
import type { Process } from './processes.ts';

/** A metric that a process exports. */
export interface Exported {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly labels: readonly string[];
  /** Bounds of a histogram, in its unit. */
  readonly buckets: readonly number[];
}

const log = createLogger({ service: 'observability', level: 'silent' });
/** Nothing is read of either: metrics are registered, and never scraped. */
const noDatabase = {} as Kysely<OutboxTables>;
const noBus = {} as Bus;

const withDatabase = ({ metrics }: { readonly metrics: Metrics }) =>
  measureDatabase(metrics, noDatabase, log);
/** What a service has that owns records. */
function asOwner(metrics: Metrics, kinds: readonly string[]): void {
  withDatabase({ metrics });
  measureOutbox(metrics, noDatabase, log);
  measureOldest(
    { metrics, log },
    noDatabase,
    Object.fromEntries(kinds.map((kind) => [kind, { table: kind }])),
  );
}

/** What each process registers beside the metrics of all, as its `main.ts` does it. */
const registering: Readonly<Record<Process, (metrics: Metrics) => void>> = {
  gateway(metrics) {
    withDatabase({ metrics });
    createGatewayMetrics(metrics.registry).watchReportStreams(() => 0);
  },
  billing(metrics) {
    withDatabase({ metrics });
    measureOutbox(metrics, noDatabase, log);
    createBillingMetrics(metrics.registry);
  },
  'text-engine'(metrics) {
    asOwner(metrics, ['text', 'rewrite']);
    createTextMetrics(metrics.registry);
  },
  'media-engine'(metrics) {
    asOwner(metrics, ['image', 'video']);
    createMediaMetrics(metrics.registry);
    isolationMetric(metrics.registry, {} as Parameters<typeof isolationMetric>[1]);
  },
  'batch-orchestrator'(metrics) {
    asOwner(metrics, ['batch']);
    createOrchestratorMetrics(metrics.registry);
  },
  report(metrics) {
    asOwner(metrics, ['report']);
    createReportMetrics(metrics.registry);
  },
  webhooks(metrics) {
    withDatabase({ metrics });
    createWebhooksMetrics(metrics.registry);
    measureBacklog({ metrics, log }, noDatabase as never);
  },
  console(metrics) {
    withDatabase({ metrics });
    createConsoleMetrics(metrics.registry);
  },
  'stream-keeper': (metrics) => measureStreams({ metrics, log }, noBus, {}),
};

/** Returns the metrics that a process exports, from its own registry. */
export function exportedBy(process: Process): readonly Exported[] {
  const metrics = createMetrics({ service: process });
  registering[process](metrics);
  return metrics.registry.getMetricsAsArray().map((metric) => {
    // The types of prom-client hide what each of its metrics has.
    const { name, help, type, labelNames, upperBounds } = metric as unknown as {
      readonly [K in 'name' | 'help']: string;
    } & { readonly type: Exported['type']; readonly labelNames?: string[]; readonly upperBounds?: number[] };
    return { name, help, type, labels: [...(labelNames ?? []), 'service'], buckets: upperBounds ?? [] };
  });
}
