/** One server-sent event. */
export interface ServerSentEvent {
  /** The value that a client sends back as `Last-Event-ID`; without line ends. */
  readonly id: string;
  /** The event type; without line ends. */
  readonly event: string;
  /** Sent as JSON, which has no line ends. */
  readonly data: unknown;
}

/** Encodes an event (HTML, 9.2.5 "Parsing an event stream"). */
export const encodeEvent = ({ id, event, data }: ServerSentEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A comment, which clients skip: it keeps the connection alive. */
export const comment = ':\n\n';
