import type { ReportEvent } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { eventIdOf, goingOnAfter, hear, placeOf, watchFrom } from './report-watch.ts';

const reportId = 'report_01jd8q3h6fe1r9e5k0v7m2n4p8';
const start: ReportEvent = { number: 1, event: 'report_start', data: { reportId } };
const chunk = (number: number): ReportEvent => ({
  number,
  event: 'report_chunk',
  data: { chunk: `part ${number}` },
});
const done: ReportEvent = { number: 5, event: 'report_done', data: { reportId, content: 'all' } };
const complete: ReportEvent = { number: 6, event: 'complete', data: { durationMs: 7 } };
const whole = [start, chunk(2), chunk(3), chunk(4), done, complete];
const numbers = (events: readonly ReportEvent[]) => events.map(({ number }) => number);

describe('what a client is sent of a report', () => {
  it('is every event once and in order, however they are heard', () => {
    for (const heard of [whole, whole.toReversed(), [...whole, ...whole], [done, start, ...whole]]) {
      expect(hear(watchFrom(0), heard)).toMatchObject({ send: whole, isOver: true, hasGap: false });
    }
  });

  it('waits for what was not heard, and says so', () => {
    const first = hear(watchFrom(0), [start, chunk(3), complete]);
    expect([numbers(first.send), first.hasGap, first.isOver]).toEqual([[1], true, false]);
    const second = hear(first.watch, [chunk(2)]);
    expect([numbers(second.send), second.hasGap]).toEqual([[2, 3], true]);
    const third = hear(second.watch, [chunk(2), chunk(4), done]);
    expect([numbers(third.send), third.hasGap, third.isOver]).toEqual([[4, 5, 6], false, true]);
  });

  it('goes on after the last that it has seen', () => {
    expect(numbers(hear(watchFrom(3), whole).send)).toEqual([4, 5, 6]);
  });

  it('is over after an error as well', () => {
    const error: ReportEvent = { number: 3, event: 'error', data: { message: '…' } };
    expect(hear(watchFrom(0), [start, chunk(2), error])).toMatchObject({ isOver: true });
  });

  it('is bounded while it waits', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => chunk(at + 3));
    const { watch } = hear(watchFrom(0), many);
    expect(watch.ahead.size).toBeLessThanOrEqual(1_000);
    expect(numbers(hear(watchFrom(0), [start, chunk(2), ...many]).send).at(-1)).toBeGreaterThan(500);
  });
});

describe('the id of an event', () => {
  it('reads back', () => {
    expect(placeOf(eventIdOf({ reportId, number: 12 }))).toEqual({ reportId, number: 12 });
  });

  it.each([
    '',
    '7',
    reportId,
    `${reportId}:`,
    `${reportId}:0`,
    `${reportId}:-1`,
    `${reportId}:1.5`,
    `${reportId}:1:2`,
    'video_x:1',
    `${reportId}:9999999999`,
  ])('is not %s', (text) => expect(placeOf(text)).toBeUndefined());
});

describe('going on after an event', () => {
  it('is possible after any that was sent, and needless after the last', () => {
    expect(goingOnAfter(1, whole)).toBe('open');
    expect(goingOnAfter(4, whole.slice(3))).toBe('open');
    expect(goingOnAfter(6, whole.slice(5))).toBe('over');
    expect(goingOnAfter(7, [])).toBe('never_sent');
    expect(goingOnAfter(1, [])).toBe('never_sent');
  });
});
