import { type ReportEvent, reportStream } from '@redline/contracts';
import type { OutboxMessage } from '@redline/service-kit/outbox';

/**
 * Returns the messages that carry events of a report to its clients; they are written with the change that makes the
 * events true. The stream stores each number once; an error has a name of its own, because a report that is replayed
 * goes on where it failed, under that number.
 */
export const streamMessages = (id: string, events: readonly ReportEvent[]): readonly OutboxMessage[] =>
  events.map((event) => ({
    id: `${id}:${event.number}${event.event === 'error' ? ':error' : ''}`,
    subject: reportStream.subjectOf(id),
    payload: event,
  }));
