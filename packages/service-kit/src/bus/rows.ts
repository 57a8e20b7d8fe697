import type { z } from 'zod';

/** A request to the service that owns the data, answered at once (core NATS request/reply). */
export interface RequestRow<I extends z.ZodTypeAny = z.ZodTypeAny, O extends z.ZodTypeAny = z.ZodTypeAny> {
  readonly subject: string;
  readonly request: I;
  readonly reply: O;
  readonly timeoutMs: number;
}

/** Work for one service, one subject for each operation (JetStream, work queue). */
export interface JobRow<P extends z.ZodTypeAny = z.ZodTypeAny> {
  readonly kind: string;
  readonly subjectOf: (id: string) => string;
  readonly filterSubject: string;
  readonly payload: P;
  readonly ackWaitMs: number;
  /** Enforced by the owner of the record, which counts the attempts; the bus redelivers without limit. */
  readonly maxAttempts: number;
  readonly backoffMs: readonly number[];
}

/** A fact that its owner publishes to every interested service (JetStream, stored for a time). */
export interface EventRow<P extends z.ZodTypeAny = z.ZodTypeAny> {
  readonly subject: string;
  readonly payload: P;
  readonly ackWaitMs: number;
}

/** A hint to all replicas that are up now (core NATS, not stored). */
export interface BroadcastRow<P extends z.ZodTypeAny = z.ZodTypeAny> {
  readonly subject: string;
  readonly payload: P;
}

/** The settings of a JetStream stream. */
export interface StreamSpec {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: 'workqueue' | 'limits';
  readonly maxAgeMs: number;
  /** Above this size the oldest messages are discarded. Without it none are (see `StreamOptions`). */
  readonly maxBytes?: number;
  readonly maxMessagesPerSubject?: number;
}

/** The default names of streams. */
export const streamNames = { jobs: 'JOBS', events: 'EVENTS', dead: 'DEAD' } as const;
