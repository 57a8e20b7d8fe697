/** A request, event or broadcast, by its subject; `*` stands for an id. */
interface WithSubject {
  readonly subject: string;
}

/** A kind of jobs, by the subjects of all of them. */
interface WithFilter {
  readonly filterSubject: string;
}

/** The rights of one user of the bus. */
export interface BusUser {
  /** Requests that it answers, in a queue of its own name. */
  readonly serves?: readonly Readonly<Record<string, WithSubject>>[];
  /** Requests that it sends. */
  readonly asks?: readonly WithSubject[];
  readonly publishes?: {
    readonly jobs?: readonly WithFilter[];
    readonly events?: readonly WithSubject[];
    readonly broadcasts?: readonly WithSubject[];
  };
  /** Jobs that it works on, by the durable name of their consumer. */
  readonly takes?: Readonly<Record<string, WithFilter>>;
  /** Events that it consumes, by the durable name of their consumer. */
  readonly follows?: Readonly<Record<string, WithSubject>>;
  /** Broadcasts that every replica of it gets. */
  readonly hears?: readonly WithSubject[];
  /** Relays an outbox: it looks whether a stream is still the one that its messages went to. */
  readonly hasOutbox?: boolean;
  /** Reads the dead messages, and removes one that it has published again. */
  readonly replaysDead?: boolean;
  /** Makes the streams, changes their settings, and drops what consumers of work queues are done with. */
  readonly keepsStreams?: boolean;
}
