import type { ReportEvent } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { eventIdOf, positionOf, receiveEvents, resumeAfter, watchFrom } from './report-watch.ts';

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

describe('the events of a report that a client is sent', () => {
  it('are each sent once and in order, in whatever order they are received', () => {
    for (const received of [whole, whole.toReversed(), [...whole, ...whole], [done, start, ...whole]]) {
      expect(receiveEvents(watchFrom(0), received)).toMatchObject({
        send: whole,
        isOver: true,
        hasGap: false,
      });
    }
  });

  it('wait for a missing one, which is reported as a gap', () => {
    const first = receiveEvents(watchFrom(0), [start, chunk(3), complete]);
    expect([numbers(first.send), first.hasGap, first.isOver]).toEqual([[1], true, false]);
    const second = receiveEvents(first.watch, [chunk(2)]);
    expect([numbers(second.send), second.hasGap]).toEqual([[2, 3], true]);
    const third = receiveEvents(second.watch, [chunk(2), chunk(4), done]);
    expect([numbers(third.send), third.hasGap, third.isOver]).toEqual([[4, 5, 6], false, true]);
  });

  it('resume after the last one that the client has received', () => {
    expect(numbers(receiveEvents(watchFrom(3), whole).send)).toEqual([4, 5, 6]);
  });

  it('end after an error', () => {
    const error: ReportEvent = { number: 3, event: 'error', data: { message: '…' } };
    expect(receiveEvents(watchFrom(0), [start, chunk(2), error])).toMatchObject({ isOver: true });
  });

  it('are held in bounded memory until a gap closes', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => chunk(at + 3));
    const { watch } = receiveEvents(watchFrom(0), many);
    expect(watch.ahead.size).toBeLessThanOrEqual(1_000);
    expect(numbers(receiveEvents(watchFrom(0), [start, chunk(2), ...many]).send).at(-1)).toBeGreaterThan(500);
  });
});

describe('the id of an event', () => {
  it('is parsed as it was formatted', () => {
    expect(positionOf(eventIdOf({ reportId, number: 12 }))).toEqual({ reportId, number: 12 });
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
  ])('is not %s', (text) => expect(positionOf(text)).toBeUndefined());
});

describe('resuming after an event', () => {
  it('is possible after any event that was sent, and over after the last', () => {
    expect(resumeAfter(1, whole)).toBe('open');
    expect(resumeAfter(4, whole.slice(3))).toBe('open');
    expect(resumeAfter(6, whole.slice(5))).toBe('over');
    expect(resumeAfter(7, [])).toBe('never_sent');
    expect(resumeAfter(1, [])).toBe('never_sent');
  });
});
