import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Isolation } from './clients/sandbox/isolation.ts';

/** Metrics of this service, beside those of every service. */
export interface EngineMetrics {
  readonly attempts: Counter<'kind' | 'outcome'>;
  readonly checkSeconds: Histogram<'kind'>;
  readonly swept: Counter<'reason'>;
  readonly removed: Counter<'outcome'>;
  readonly textPages: Counter<'recognizer' | 'outcome'>;
}

export function createEngineMetrics(registry: Registry): EngineMetrics {
  const registers = [registry];
  return {
    attempts: new Counter({
      name: 'media_attempts_total',
      help: 'Attempts at image and video checks, by outcome',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    checkSeconds: new Histogram({
      name: 'media_check_duration_seconds',
      help: 'Time to fetch and check a file',
      labelNames: ['kind'],
      buckets: [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300, 900],
      registers,
    }),
    swept: new Counter({
      name: 'media_swept_total',
      help: 'Checks failed by the sweeper',
      labelNames: ['reason'],
      registers,
    }),
    removed: new Counter({
      name: 'media_removals_total',
      help: 'Removals of objects from the blob store, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    textPages: new Counter({
      name: 'media_text_pages_total',
      help: 'Pages whose text was recognized, by recognizer and outcome',
      labelNames: ['recognizer', 'outcome'],
      registers,
    }),
  };
}

/** Sets what holds between children and the rest of the machine, one series for each part: `media_sandbox`. */
export function isolationMetric(registry: Registry, isolation: Isolation): void {
  const gauge = new Gauge({
    name: 'media_sandbox',
    help: 'The isolation of child processes: 1 for what holds of each part',
    labelNames: ['part', 'holds'],
    registers: [registry],
  });
  for (const [part, holds] of Object.entries(isolation)) gauge.set({ part, holds }, 1);
}
