import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { evaluationOf } from '../test/engine.ts';
import { createEngineMetrics } from './engine-metrics.ts';
import { observed } from './reader-metrics.ts';

it('tells of the sentences, tokens and windows of judged texts, and of no word in them', async () => {
  const registry = new Registry();
  const reading = {
    probabilities: [0.01, 0.5, 0.97],
    abstained: 1,
    tokens: 40,
    unknown: 2,
    windowsRead: 3,
    windowsKept: 4,
    encodeMs: 20,
  };
  const judge = observed(
    ({ text }) => ({
      evaluation: evaluationOf(text),
      brief: null,
      reading: text === 'read' ? reading : null,
    }),
    createEngineMetrics(registry),
  );
  for (const text of ['read', 'picture']) await judge({ siteId: 'us', text, selection: {} });
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('text_reader'));
  expect(lines).toEqual(
    expect.arrayContaining([
      'text_reader_sentence_probability_bucket{le="0.02",site="us"} 1',
      'text_reader_sentence_probability_bucket{le="0.5",site="us"} 2',
      'text_reader_sentence_probability_count{site="us"} 3',
      'text_reader_abstained_sentences_total{site="us"} 1',
      'text_reader_tokens_total{site="us"} 40',
      'text_reader_unknown_tokens_total{site="us"} 2',
      'text_reader_windows_total{outcome="read"} 3',
      'text_reader_windows_total{outcome="kept"} 4',
      'text_reader_duration_seconds_sum 0.02',
    ]),
  );
});
