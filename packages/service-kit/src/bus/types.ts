import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { z } from 'zod';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { RequestRow } from './rows.ts';

/** A connection to NATS that reconnects by itself. Services pass it on and do not use its fields. */
export interface Bus {
  readonly name: string;
  /** False while the connection is lost. */
  readonly connected: boolean;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** What inboxes of this connection begin with; undefined without a user. */
  readonly inboxPrefix: string | undefined;
  /** Resolves if the server answers within 2 s, for readiness checks. */
  readonly ping: () => Promise<void>;
  /** Calls the listener after each reconnect; returns a function that removes the listener. */
  readonly onReconnect: (listener: () => void) => () => void;
  /** Flushes buffers and closes the connection, in bounded time. */
  readonly close: () => Promise<void>;
}

/** A consumer, server or loop that runs until it is stopped. */
export interface Running {
  /** Takes no new messages and waits for running handlers, for a bounded time. */
  readonly stop: () => Promise<void>;
}

/** The context of every message. */
export interface MessageContext {
  readonly subject: string;
  readonly requestId: string;
  /** W3C Trace Context header: of the span that handles the message or, without tracing, of the message. */
  readonly traceparent: string | undefined;
  /** A logger that adds subject and request id to each line. */
  readonly log: Logger;
}

export type RequestHandler<R extends RequestRow> = (
  request: z.output<R['request']>,
  context: MessageContext,
) => Promise<z.input<R['reply']>>;

/** A handler for each row: a missing one does not compile. */
export type RequestHandlers<Rows extends Readonly<Record<string, RequestRow>>> = {
  readonly [K in keyof Rows]: RequestHandler<Rows[K]>;
};

export interface DeliveryContext extends MessageContext {
  /** The id it was published with, the same for a redelivery; stream and sequence if it has none. */
  readonly messageId: string;
  /** The number of deliveries, from 1, whatever caused them. A hint: the owner counts attempts. */
  readonly deliveredCount: number;
  readonly publishedAt: Date;
  /** Extends the delivery by one more ack wait. */
  readonly working: () => void;
  /** Aborted when the consumer is to stop: what takes long is to be given back. */
  readonly stopping: AbortSignal;
}

export type MessageHandler<P extends z.ZodTypeAny> = (
  payload: z.output<P>,
  context: DeliveryContext,
) => Promise<void>;

/** A message that is not handled unless an operator replays it. */
export interface DeadMessage {
  readonly sequence: number;
  /** The subject it was first published to. */
  readonly subject: string;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly payload: unknown;
  readonly data: Uint8Array;
  readonly reason: string;
  readonly attempts: number;
  readonly handler: string;
  readonly messageId: string | undefined;
  readonly requestId: string | undefined;
  readonly at: Date;
}
