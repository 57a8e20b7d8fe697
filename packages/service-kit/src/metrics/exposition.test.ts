import { describe, expect, it } from 'vitest';
import { createMetrics } from './create-metrics.ts';
import { exemplarOf } from './exemplar.ts';
import { renderMetrics } from './exposition.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const scraperAccepts = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3';

function observed() {
  const metrics = createMetrics({ service: 'test' });
  metrics.outboxPublished.inc(2);
  metrics.httpSeconds.observe({
    labels: { method: 'GET', route: '/things/:id', status: 200 },
    value: 0.02,
    exemplarLabels: exemplarOf(`00-${traceId}-b7ad6b7169203331-01`),
  });
  return metrics;
}

describe('metrics', () => {
  it('lead from a bucket to a trace where a scraper asks for OpenMetrics', async () => {
    const { contentType, text } = await renderMetrics(observed(), scraperAccepts);
    expect(contentType).toMatch(/^application\/openmetrics-text/);
    expect(text).toMatch(new RegExp(`le="0.025",.*route="/things/:id".* 1 # {trace_id="${traceId}"} 0.02 `));
    expect(text).toMatch(/# EOF\n$/);
  });

  it('have the same names in both formats, whichever is asked for first', async () => {
    const metrics = observed();
    const namesIn = async (accept?: string) => {
      const { text } = await renderMetrics(metrics, accept);
      return [...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name);
    };
    const text = await namesIn();
    expect(text).toContain('outbox_published_total');
    expect(await namesIn(scraperAccepts)).toEqual(text);
    expect(await namesIn('text/plain')).toEqual(text);
    const { text: shown } = await renderMetrics(metrics, '*/*');
    expect(shown).toMatch(/outbox_published_total\{service="test"\} 2/);
    expect(shown).not.toMatch(/trace_id/);
  });

  it('have buckets to the minutes that a video, a report or a backlog takes', async () => {
    const { text } = await renderMetrics(observed(), undefined);
    expect(text).toMatch(/http_request_duration_seconds_bucket\{le="1800"/);
    const metrics = observed();
    metrics.messageCompletionSeconds.observe({ labels: { handler: 'videos', outcome: 'done' }, value: 400 });
    expect((await renderMetrics(metrics, undefined)).text).toMatch(
      /completion_seconds_bucket\{le="600",.*} 1/,
    );
  });
});

describe('an exemplar', () => {
  it('is a trace that is kept, and no other', () => {
    expect(exemplarOf(`00-${traceId}-b7ad6b7169203331-01`)).toEqual({ trace_id: traceId });
    expect(exemplarOf(`00-${traceId}-b7ad6b7169203331-00`)).toEqual({});
    expect(exemplarOf(`00-${'0'.repeat(32)}-b7ad6b7169203331-01`)).toEqual({});
    expect(exemplarOf('nonsense')).toEqual({});
    expect(exemplarOf(undefined)).toEqual({});
  });
});
