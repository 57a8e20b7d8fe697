import type { z } from 'zod';

/** A question to the owner of a thing, answered at once (core NATS request/reply). */
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
  /** Kept by the owner of the record, who counts the attempts; the bus redelivers for ever. */
  readonly maxAttempts: number;
  readonly backoffMs: readonly number[];
}

/** Something that happened, told to whoever listens (JetStream, kept for a time). */
export interface EventRow<P extends z.ZodTypeAny = z.ZodTypeAny> {
  readonly subject: string;
  readonly payload: P;
  readonly ackWaitMs: number;
}

/** A hint to all replicas that are up right now (core NATS, kept nowhere). */
export interface BroadcastRow<P extends z.ZodTypeAny = z.ZodTypeAny> {
  readonly subject: string;
  readonly payload: P;
}

/** A JetStream stream, as the services agree on it. */
export interface StreamSpec {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: 'workqueue' | 'limits';
  readonly maxAgeMs: number;
  /** Past it the oldest messages go. Left out, nothing is dropped to make room (see `StreamOptions`). */
  readonly maxBytes?: number;
  readonly maxMessagesPerSubject?: number;
}

/** The names of streams that the bus assumes where a caller names none. */
export const streamNames = { jobs: 'JOBS', events: 'EVENTS', dead: 'DEAD' } as const;
