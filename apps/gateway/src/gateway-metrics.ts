import { Counter, Gauge, type Registry } from 'prom-client';

/** The gateway's own metrics. */
export interface GatewayMetrics {
  readonly submissions: Counter<'item' | 'end'>;
  readonly imageVerdicts: Counter<'end'>;
  readonly rateCountShared: Gauge;
  readonly submissionWaits: Counter<'end'>;
  /** Registers the gauge of report streams, which calls `count` at every scrape. */
  readonly watchReportStreams: (count: () => number) => void;
}

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const rateCountShared = new Gauge({
    name: 'gateway_rate_count_shared',
    help: '1 while requests are counted over all replicas, 0 while this one counts alone',
    registers,
  });
  rateCountShared.set(1);
  return {
    rateCountShared,
    watchReportStreams(count) {
      new Gauge({
        name: 'gateway_report_streams',
        help: 'Reports that clients of this replica watch',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    imageVerdicts: new Counter({
      name: 'gateway_image_verdicts_total',
      help: 'Image checks by how the wait for them ended: read, failed after a minute, or unknown',
      labelNames: ['end'],
      registers,
    }),
    submissionWaits: new Counter({
      name: 'gateway_submission_waits_total',
      help: 'Submissions that waited for their end: read, waited in vain, stopped, or without a slot',
      labelNames: ['end'],
      registers,
    }),
    submissions: new Counter({
      name: 'gateway_submissions_total',
      help: 'Submissions by how the saga ended',
      labelNames: ['item', 'end'],
      registers,
    }),
  };
}
