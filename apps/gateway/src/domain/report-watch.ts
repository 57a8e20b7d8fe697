import { idSchema, lastReportEvents, type ReportEvent } from '@redline/contracts';

/** The progress of one client through a report. */
export interface ReportWatch {
  /** The number of the last event that was sent; 0 before the first. */
  readonly sent: number;
  /** Events that were received before earlier ones; by number. */
  readonly ahead: ReadonlyMap<number, ReportEvent>;
}

/** The events to send next, in order. */
export interface ReportStep {
  readonly watch: ReportWatch;
  readonly send: readonly ReportEvent[];
  /** True if no event follows. */
  readonly isOver: boolean;
  /** True if earlier events are missing and must be read from the owner. */
  readonly hasGap: boolean;
}

/** The maximum of events held until a gap closes; the owner repeats those that are dropped. */
const aheadMax = 1_000;

export const watchFrom = (sent: number): ReportWatch => ({ sent, ahead: new Map() });

/**
 * Puts received events into the order of their numbers, each once.
 * @param received events of one report, from any source and in any order; one number always names the same event
 */
export function receiveEvents({ sent, ahead }: ReportWatch, received: readonly ReportEvent[]): ReportStep {
  const waiting = new Map(ahead);
  for (const event of received) {
    if (event.number > sent && waiting.size < aheadMax) waiting.set(event.number, event);
  }
  const send: ReportEvent[] = [];
  for (let event = waiting.get(sent + 1); event; event = waiting.get(event.number + 1)) {
    send.push(event);
    waiting.delete(event.number);
  }
  const last = send.at(-1);
  return {
    watch: { sent: last?.number ?? sent, ahead: waiting },
    send,
    isOver: last !== undefined && lastReportEvents.includes(last.event),
    hasGap: waiting.size > 0,
  };
}

/** A position in a report: the last event that a client has received. */
export interface ReportPosition {
  readonly reportId: string;
  readonly number: number;
}

/** Formats the id of a server-sent event: `<report id>:<number>`. */
export const eventIdOf = ({ reportId, number }: ReportPosition): string => `${reportId}:${number}`;

const reportIdSchema = idSchema('report');

/** Parses such an id; undefined if it is malformed. */
export function positionOf(eventId: string): ReportPosition | undefined {
  const [, reportId = '', number = ''] = /^([^:]+):([1-9]\d{0,8})$/.exec(eventId) ?? [];
  return reportIdSchema.safeParse(reportId).success ? { reportId, number: Number(number) } : undefined;
}

/**
 * Returns whether a client may resume after the event `number`.
 * @param stored the report's events from that number on
 * @returns `never_sent` if there is no such event, `over` if it was the last
 */
export function resumeAfter(number: number, stored: readonly ReportEvent[]): 'open' | 'over' | 'never_sent' {
  const seen = stored.find((event) => event.number === number);
  if (!seen) return 'never_sent';
  return lastReportEvents.includes(seen.event) ? 'over' : 'open';
}
