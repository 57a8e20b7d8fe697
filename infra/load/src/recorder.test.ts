import { describe, expect, it } from 'vitest';
import { createRecorder } from './recorder.ts';

describe('recorded times', () => {
  it('have percentiles that are exact to a thousandth', () => {
    const recorder = createRecorder();
    for (let ms = 1; ms <= 10_000; ms++) recorder.time('text', ms);
    const times = recorder.timesOf('text');
    expect(times?.count).toBe(10_000);
    expect(times?.p50Ms).toBeCloseTo(5_000, -1);
    expect(Math.abs((times?.p99Ms ?? 0) / 9_900 - 1)).toBeLessThan(0.002);
    expect(Math.abs((times?.p999Ms ?? 0) / 9_990 - 1)).toBeLessThan(0.002);
  });

  it('are added to those of another one, errors too', () => {
    const [one, other] = [createRecorder(), createRecorder()];
    one.time('text', 10);
    other.time('text', 30);
    other.time('image', 5);
    one.error('POST text 500');
    other.error('POST text 500');
    one.add(other);
    expect(one.names()).toEqual(['image', 'text']);
    expect(one.timesOf('text')).toMatchObject({ count: 2 });
    expect(one.timesOf('text')?.maxMs).toBeCloseTo(30, 0);
    expect(one.errors().get('POST text 500')).toBe(2);
  });

  it('are none of what never happened, and bounded of what took for ever', () => {
    const recorder = createRecorder();
    expect(recorder.timesOf('video')).toBeUndefined();
    recorder.time('video', Number.MAX_SAFE_INTEGER);
    recorder.time('video', 0);
    expect(recorder.timesOf('video')?.count).toBe(2);
  });
});
