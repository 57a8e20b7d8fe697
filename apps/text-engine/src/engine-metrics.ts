import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The metrics of the text engine, beside those of every service. */
export interface EngineMetrics {
  readonly ended: Counter<'outcome'>;
  readonly judgeSeconds: Histogram;
  readonly rewrites: Counter<'outcome'>;
  readonly rewriteSeconds: Histogram;
  readonly reviews: Counter<'outcome'>;
  readonly modelRewrites: Counter<'outcome'>;
  readonly swept: Counter<'reason'>;
  readonly wordsBuildSeconds: Histogram;
  readonly wordsBytes: Gauge;
}

export function createEngineMetrics(registry: Registry): EngineMetrics {
  const registers = [registry];
  return {
    ended: new Counter({
      name: 'text_attempts_total',
      help: 'Attempts at a text check by how they ended',
      labelNames: ['outcome'],
      registers,
    }),
    judgeSeconds: new Histogram({
      name: 'text_judge_duration_seconds',
      help: 'Time until one text is judged, with its wait for a judge thread',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    rewrites: new Counter({
      name: 'text_rewrite_attempts_total',
      help: 'Attempts at a rewrite by how they ended',
      labelNames: ['outcome'],
      registers,
    }),
    rewriteSeconds: new Histogram({
      name: 'text_rewrite_duration_seconds',
      help: 'Time until one text is rewritten, with its wait for a judge thread',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    reviews: new Counter({
      name: 'text_model_reviews_total',
      help: 'Texts that a configured model was asked to read: answered, or the fault that made the embedded reviewer answer',
      labelNames: ['outcome'],
      registers,
    }),
    modelRewrites: new Counter({
      name: 'text_model_rewrites_total',
      help: 'Texts that a configured model was asked to rewrite: answered, or the fault that made the embedded rewriter write',
      labelNames: ['outcome'],
      registers,
    }),
    swept: new Counter({
      name: 'text_swept_total',
      help: 'Checks and rewrites failed by the sweeper',
      labelNames: ['reason'],
      registers,
    }),
    wordsBuildSeconds: new Histogram({
      name: 'text_words_build_duration_seconds',
      help: 'Time to load and compile the word list of one scope',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    wordsBytes: new Gauge({
      name: 'text_words_kept_bytes',
      help: 'Word lists that are kept ready to search',
      registers,
    }),
  };
}
