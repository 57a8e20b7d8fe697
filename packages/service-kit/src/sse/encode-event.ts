/** One server-sent event. */
export interface ServerSentEvent {
  /** What a client sends back as `Last-Event-ID`; without line ends. */
  readonly id: string;
  /** Its type; without line ends. */
  readonly event: string;
  /** Sent as JSON, in which no line end is left. */
  readonly data: unknown;
}

/** The event as it goes over the wire (HTML, 9.2.5 "Parsing an event stream"). */
export const encodeEvent = ({ id, event, data }: ServerSentEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A line that clients skip: it shows them and the proxies between that the stream lives. */
export const comment = ':\n\n';
