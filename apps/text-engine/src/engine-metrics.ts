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
  readonly reader: Gauge<'kind'>;
  readonly sentenceProbability: Histogram<'site'>;
  readonly sentencesAbstained: Counter<'site'>;
  readonly tokens: Counter<'site'>;
  readonly tokensUnknown: Counter<'site'>;
  readonly windows: Counter<'outcome'>;
  readonly readSeconds: Histogram;
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
    ...readerMetrics(registers),
  };
}

/** Those of the reader, of texts of checks, voiceovers and second reviews; rewrites read too often to say anything. */
const readerMetrics = (registers: Registry[]) => ({
  reader: new Gauge({
    name: 'text_reader',
    help: 'What reads beside the rules: native, web (WebAssembly) or off, by the kind that is 1',
    labelNames: ['kind'],
    registers,
  }),
  sentenceProbability: new Histogram({
    name: 'text_reader_sentence_probability',
    help: 'Sentences by the probability that they are unlawful',
    labelNames: ['site'],
    buckets: [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98],
    registers,
  }),
  sentencesAbstained: new Counter({
    name: 'text_reader_abstained_sentences_total',
    help: 'Sentences that the reader finds neither unlawful nor lawful, so that rules alone decide',
    labelNames: ['site'],
    registers,
  }),
  tokens: new Counter({
    name: 'text_reader_tokens_total',
    help: 'Pieces of words that texts were cut into',
    labelNames: ['site'],
    registers,
  }),
  tokensUnknown: new Counter({
    name: 'text_reader_unknown_tokens_total',
    help: 'Of these, those that the vocabulary does not know',
    labelNames: ['site'],
    registers,
  }),
  windows: new Counter({
    name: 'text_reader_windows_total',
    help: 'Windows that texts were read in: read, or kept from before',
    labelNames: ['outcome'],
    registers,
  }),
  readSeconds: new Histogram({
    name: 'text_reader_duration_seconds',
    help: 'Time that reading took of judging one text',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  }),
});
