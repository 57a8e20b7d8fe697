import { Counter, Histogram, type Registry } from 'prom-client';

/** Metrics of this service, beside those of every service. */
export interface ReportMetrics {
  readonly attempts: Counter<'outcome'>;
  readonly writeSeconds: Histogram;
  readonly modelSections: Counter<'outcome'>;
  readonly swept: Counter<'reason'>;
  readonly erased: Counter;
}

export function createReportMetrics(registry: Registry): ReportMetrics {
  const registers = [registry];
  return {
    attempts: new Counter({
      name: 'report_attempts_total',
      help: 'Attempts at reports, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    writeSeconds: new Histogram({
      name: 'report_write_duration_seconds',
      help: 'Time of the attempt that finished a report',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
      registers,
    }),
    modelSections: new Counter({
      name: 'report_model_sections_total',
      help: 'Sections that a model was asked for: answered, or why the embedded writer wrote them',
      labelNames: ['outcome'],
      registers,
    }),
    swept: new Counter({
      name: 'report_swept_total',
      help: 'Reports failed by the sweeper',
      labelNames: ['reason'],
      registers,
    }),
    erased: new Counter({
      name: 'report_erased_total',
      help: 'Reports erased because their check was deleted',
      registers,
    }),
  };
}
