import { describe, expect, it } from 'vitest';
import { createLogger } from '../log/index.ts';
import { createMetrics } from './create-metrics.ts';
import { addReading, type Sample } from './readings.ts';

const log = createLogger({ service: 'test', level: 'silent' });

/** A gauge with one sample for each label of `answer`, which may be late, or an error. */
function probe(
  answer: () => Promise<readonly Sample[]>,
  limits: { keptMs?: number; timeoutMs?: number } = {},
) {
  const metrics = createMetrics({ service: 'test' });
  let asked = 0;
  addReading(metrics, {
    name: 'probe',
    log,
    gauges: {
      waiting: { name: 'waiting', help: 'Waiting things', labelNames: ['kind'] },
      age: { name: 'age_seconds', help: 'Age of the oldest' },
    },
    async read() {
      asked++;
      return { waiting: await answer(), age: [{ value: 7 }] };
    },
    ...limits,
  });
  return {
    asked: () => asked,
    async scrape() {
      const lines = (await metrics.registry.metrics()).split('\n');
      return lines.filter((line) => /^(waiting|age_seconds|metric_reading_failures_total)[{ ]/.test(line));
    },
  };
}

const oneOf = (kind: string, value: number) => async () => [{ labels: { kind }, value }];

describe('gauges that are read at a scrape', () => {
  it('come of one question, which also serves the next scrapes', async () => {
    const gauges = probe(oneOf('text', 3));
    const lines = ['waiting{kind="text",service="test"} 3', 'age_seconds{service="test"} 7'];
    expect(await gauges.scrape()).toEqual(lines);
    expect(await gauges.scrape()).toEqual(lines);
    expect(gauges.asked()).toBe(1);
  });

  it('are absent, not old, when they cannot be read, and the failure is counted', async () => {
    let isAway = false;
    const answer = async () => {
      if (isAway) throw new Error('away');
      return [{ labels: { kind: 'text' }, value: 3 }];
    };
    const gauges = probe(answer, { keptMs: 0 });
    await gauges.scrape();
    isAway = true;
    expect(await gauges.scrape()).toEqual([]);
    expect(await gauges.scrape()).toEqual([
      'metric_reading_failures_total{reading="probe",service="test"} 1',
    ]);
  });

  it('do not hold a scrape up, nor is anything asked again, while an answer is due', async () => {
    const gauges = probe(() => new Promise(() => {}), { keptMs: 0, timeoutMs: 20 });
    const startedMs = performance.now();
    for (let turn = 0; turn < 5; turn++) await gauges.scrape();
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(gauges.asked()).toBe(1);
    expect(await gauges.scrape()).toEqual([expect.stringContaining('reading="probe"')]);
  });

  it('lose a label that is there no more', async () => {
    const kinds = ['text', 'image'];
    const gauges = probe(async () => [{ labels: { kind: kinds.shift() ?? '' }, value: 1 }], { keptMs: 0 });
    expect(await gauges.scrape()).toContain('waiting{kind="text",service="test"} 1');
    expect(await gauges.scrape()).not.toContain('waiting{kind="text",service="test"} 1');
  });
});
