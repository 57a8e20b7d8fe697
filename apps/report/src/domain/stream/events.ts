import type { ReportEvent } from '@redline/contracts';
import { chunksOf } from './chunks.ts';
import { contentOf, piecesOf, type Section } from './section.ts';

/** How a report has ended. */
export type ReportEnd =
  | { readonly status: 'completed'; readonly durationMs: number }
  | { readonly status: 'failed' };

/** What a client is told of a report that fails; why it did is for its operator. */
export const failureMessage = '报告生成失败，本次扣除的积分已退回。请稍后重新生成。';

/**
 * All that can be told of a report, numbered from 1: a pure function of what is stored, so that whoever tells it, and
 * however often, tells the same under the same numbers.
 * @param end undefined while it is being written
 */
export function eventsOf(id: string, sections: readonly Section[], end?: ReportEnd): readonly ReportEvent[] {
  const told: ReportEvent[] = [{ number: 1, event: 'report_start', data: { reportId: id } }];
  const next = () => told.length + 1;
  for (const piece of piecesOf(sections)) {
    for (const chunk of chunksOf(piece))
      told.push({ number: next(), event: 'report_chunk', data: { chunk } });
  }
  if (end?.status === 'completed') {
    const done = { reportId: id, content: contentOf(sections) };
    told.push({ number: next(), event: 'report_done', data: done });
    told.push({ number: next(), event: 'complete', data: { durationMs: end.durationMs } });
  }
  if (end?.status === 'failed') {
    told.push({ number: next(), event: 'error', data: { message: failureMessage } });
  }
  return told;
}

/** What is new with the last of these sections; with the first one also that the report has begun. */
export function eventsOfLast(id: string, sections: readonly Section[]): readonly ReportEvent[] {
  const before = sections.slice(0, -1);
  return eventsOf(id, sections).slice(before.length === 0 ? 0 : eventsOf(id, before).length);
}

/** What is new with the end. */
export const eventsOfEnd = (
  id: string,
  sections: readonly Section[],
  end: ReportEnd,
): readonly ReportEvent[] => eventsOf(id, sections, end).slice(eventsOf(id, sections).length);
