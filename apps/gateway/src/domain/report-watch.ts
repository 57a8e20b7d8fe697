import { idSchema, lastReportEvents, type ReportEvent } from '@redline/contracts';

/** How far one client has seen a report. */
export interface ReportWatch {
  /** The number of the last event that was sent; 0 before the first. */
  readonly sent: number;
  /** Heard before those between were; by number. */
  readonly ahead: ReadonlyMap<number, ReportEvent>;
}

/** What is to be sent now, in order. */
export interface ReportStep {
  readonly watch: ReportWatch;
  readonly send: readonly ReportEvent[];
  /** Nothing follows. */
  readonly isOver: boolean;
  /** Events between were not heard: their owner is to be asked. */
  readonly hasGap: boolean;
}

/** More than this is not kept for a gap to close: what its owner tells closes it all the same. */
const aheadMax = 1_000;

export const watchFrom = (sent: number): ReportWatch => ({ sent, ahead: new Map() });

/**
 * Puts what was heard, from whomever and in whatever order, into the order of its numbers, each once.
 * @param heard events of one report; under one number always the same
 */
export function hear({ sent, ahead }: ReportWatch, heard: readonly ReportEvent[]): ReportStep {
  const waiting = new Map(ahead);
  for (const event of heard) {
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

/** A place in a report, as a client names it by the id of the last event that it has seen. */
export interface ReportPlace {
  readonly reportId: string;
  readonly number: number;
}

/** The id of an event on the wire. */
export const eventIdOf = ({ reportId, number }: ReportPlace): string => `${reportId}:${number}`;

const reportIdSchema = idSchema('report');

/** Reads such an id back; undefined when it cannot be one. */
export function placeOf(eventId: string): ReportPlace | undefined {
  const [, reportId = '', number = ''] = /^([^:]+):([1-9]\d{0,8})$/.exec(eventId) ?? [];
  return reportIdSchema.safeParse(reportId).success ? { reportId, number: Number(number) } : undefined;
}

/**
 * Whether a client may go on after an event.
 * @param stored the report's events from that number on
 * @returns `never_sent` when there is no such event, `over` when it was the last
 */
export function goingOnAfter(number: number, stored: readonly ReportEvent[]): 'open' | 'over' | 'never_sent' {
  const seen = stored.find((event) => event.number === number);
  if (!seen) return 'never_sent';
  return lastReportEvents.includes(seen.event) ? 'over' : 'open';
}
