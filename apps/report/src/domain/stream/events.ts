import { failureOf, type ReportEvent } from '@redline/contracts';
import { chunksOf } from './chunks.ts';
import { contentOf, piecesOf, type Section } from './section.ts';

/** The end of a report. */
export type ReportEnd =
  | { readonly status: 'completed'; readonly durationMs: number }
  | { readonly status: 'failed' };

/** The message to the client of a failed report; its reason is always a failure of ours, and is for operators. */
export const failureMessage = '报告生成失败，本次扣除的积分已退回。请稍后重新生成。';

/**
 * Returns all events of a report, numbered from 1: a pure function of the stored sections, so that every publisher gives
 * the same events the same numbers.
 * @param end undefined while it is being written
 */
export function eventsOf(id: string, sections: readonly Section[], end?: ReportEnd): readonly ReportEvent[] {
  const events: ReportEvent[] = [{ number: 1, event: 'report_start', data: { reportId: id } }];
  const next = () => events.length + 1;
  for (const piece of piecesOf(sections)) {
    for (const chunk of chunksOf(piece))
      events.push({ number: next(), event: 'report_chunk', data: { chunk } });
  }
  if (end?.status === 'completed') {
    const done = { reportId: id, content: contentOf(sections) };
    events.push({ number: next(), event: 'report_done', data: done });
    events.push({ number: next(), event: 'complete', data: { durationMs: end.durationMs } });
  }
  if (end?.status === 'failed') {
    const { code } = failureOf(null);
    events.push({ number: next(), event: 'error', data: { message: failureMessage, code } });
  }
  return events;
}

/** Returns the events of the last of these sections; with the first section also that of the start. */
export function eventsOfLast(id: string, sections: readonly Section[]): readonly ReportEvent[] {
  const before = sections.slice(0, -1);
  return eventsOf(id, sections).slice(before.length === 0 ? 0 : eventsOf(id, before).length);
}

/** Returns the events of the end. */
export const eventsOfEnd = (
  id: string,
  sections: readonly Section[],
  end: ReportEnd,
): readonly ReportEvent[] => eventsOf(id, sections, end).slice(eventsOf(id, sections).length);
