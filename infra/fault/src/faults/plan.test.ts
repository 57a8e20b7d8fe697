import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { planFaults } from './plan.ts';
import { scenarios } from './scenarios.ts';

const minuteMs = 60_000;
const seeds = Array.from({ length: 50 }, (_, index) => index * 7_919);
const planned = (seed: number) => planFaults(scenarios.all, minuteMs, createRandom(seed));

describe('the faults of a run', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(planned(1)).toEqual(planned(1));
    expect(planned(1)).not.toEqual(planned(2));
  });

  it('are of every kind within a minute', () => {
    for (const seed of seeds) {
      const kinds = new Set(planned(seed).map(({ target, harm }) => `${target} ${harm}`));
      expect([seed, kinds.size]).toEqual([seed, scenarios.all.length]);
    }
  });

  it('leave a target alone until it could come back', () => {
    for (const seed of seeds) {
      const backAtMs = new Map<string, number>();
      for (const { target, atMs, downMs } of planned(seed)) {
        expect(atMs).toBeGreaterThanOrEqual(backAtMs.get(target) ?? 0);
        backAtMs.set(target, atMs + downMs);
      }
    }
  });

  it('end a Postgres for good once, and leave two of three NATS servers alone', () => {
    for (const seed of seeds) {
      const faults = planFaults(scenarios.cluster, 10 * minuteMs, createRandom(seed));
      expect([seed, faults.filter(({ harm }) => harm === 'promote').length]).toEqual([seed, 1]);
      let backAtMs = 0;
      for (const { atMs, downMs } of faults.filter(({ target }) => target.startsWith('nats'))) {
        expect(atMs).toBeGreaterThanOrEqual(backAtMs);
        backAtMs = atMs + downMs;
      }
    }
  });

  it('pause some process for longer than its lease', () => {
    const pauses = seeds.flatMap(planned).filter(({ harm }) => harm === 'pause');
    expect(Math.max(...pauses.map(({ downMs }) => downMs))).toBeGreaterThan(7_000);
    expect(Math.min(...pauses.map(({ downMs }) => downMs))).toBeLessThan(2_000);
  });
});
