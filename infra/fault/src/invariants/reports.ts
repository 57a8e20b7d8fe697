import type { SeenEvent, Submission } from '../load/journal.ts';
import { forEach, type Invariant } from './invariant.ts';

/** Returns the text of the events of a kind, one after another. */
const textOf = (events: readonly SeenEvent[], kind: string) =>
  events.flatMap(({ event, text }) => (event === kind ? text : [])).join('');

/** Finds a fault in the events that a client got over all of its connections. @returns undefined if there is none */
function faultOf({ events }: Submission): string | undefined {
  const gap = events.findIndex(({ number }, index) => number !== index + 1);
  if (gap >= 0) return `event ${gap + 1} came as number ${events[gap]?.number}`;
  if (!events.some(({ event }) => event === 'report_done')) return undefined;
  return textOf(events, 'report_done') === textOf(events, 'report_chunk')
    ? undefined
    : 'its pieces are not its text';
}

/** The status of the record that the last event of a stream promises. */
const promised: Readonly<Record<string, string>> = { complete: 'completed', error: 'failed' };

/** Invariants about reports that were watched while processes died. */
export const reports: readonly Invariant[] = [
  forEach(
    'a report is told in order, each piece once, and ends as it was told',
    ({ observed }) => observed.submissions.filter(({ events }) => events.length > 0),
    (submission, { recordById }) => {
      const { reportId = '', events } = submission;
      const fault = faultOf(submission);
      if (fault) return `${reportId}: ${fault}`;
      const end = promised[events.at(-1)?.event ?? ''];
      const status = recordById.get(reportId)?.status;
      return end === undefined || status === end
        ? undefined
        : `${reportId}: told to be ${end}, and is ${status}`;
    },
  ),
];
