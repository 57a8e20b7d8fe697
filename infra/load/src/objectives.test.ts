import { describe, expect, it } from 'vitest';
import { brokenBy, kneeOf, nextRate } from './objectives.ts';
import { createRecorder } from './recorder.ts';

describe('the staircase', () => {
  it('rises by half while all is kept, then closes in on the knee', () => {
    expect(nextRate([], 4)).toBe(4);
    expect(nextRate([{ rate: 4, isKept: true }], 4)).toBe(6);
    const broken = [
      { rate: 4, isKept: true },
      { rate: 6, isKept: false },
    ];
    expect(nextRate(broken, 4)).toBeCloseTo(4.9, 1);
    expect(
      nextRate([...broken, { rate: 4.9, isKept: true }, { rate: 5.4, isKept: false }], 4),
    ).toBeUndefined();
    expect(kneeOf(broken)).toBe(4);
  });

  it('ends where the first rate is broken already', () => {
    const steps = [{ rate: 4, isKept: false }];
    expect(nextRate(steps, 4)).toBeUndefined();
    expect(kneeOf(steps)).toBeUndefined();
  });
});

describe('an objective', () => {
  it('is broken by slow submissions, late verdicts and errors', () => {
    const recorder = createRecorder();
    for (let n = 0; n < 1_000; n++) recorder.time('POST text', 20);
    expect(brokenBy(recorder, 1_000)).toBeUndefined();
    recorder.error('POST text 500');
    expect(brokenBy(recorder, 1_000)).toBeUndefined();
    recorder.error('text dropped');
    expect(brokenBy(recorder, 1_000)).toBe('2 errors of 1000 arrivals');
    const slow = createRecorder();
    for (let n = 0; n < 100; n++) slow.time('verdict text', n < 95 ? 100 : 6_000);
    expect(brokenBy(slow, 1_000)).toMatch(/^verdict text: p99 60\d\d ms$/);
  });

  it('is not said to be broken by the product when the generator was late', () => {
    const recorder = createRecorder();
    recorder.time('generator late', 500);
    recorder.time('POST text', 9_000);
    expect(brokenBy(recorder, 1)).toMatch(/^this generator/);
  });
});
