import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { z } from 'zod';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { RequestRow } from './rows.ts';

/** A connection to NATS that comes back by itself. Services hand it on and never look inside. */
export interface Bus {
  readonly name: string;
  /** False from the moment the connection breaks until it is there again. */
  readonly connected: boolean;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** Resolves when the server answers within 2 s; for readiness checks. */
  readonly ping: () => Promise<void>;
  /** Calls the listener each time the connection is back; gives the function that ends this. */
  readonly onReconnect: (listener: () => void) => () => void;
  /** Sends what is buffered and ends the connection, in bounded time. */
  readonly close: () => Promise<void>;
}

/** Something that takes messages until it is stopped. */
export interface Running {
  /** Takes nothing new and waits for what runs, at most as long as the service gave it. */
  readonly stop: () => Promise<void>;
}

/** What goes along with every message besides its payload. */
export interface MessageContext {
  readonly subject: string;
  readonly requestId: string;
  /** W3C Trace Context header: of the span that handles the message or, without tracing, as it came. */
  readonly traceparent: string | undefined;
  /** Carries subject and request id on each line. */
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
  /** The id it was published with; a redelivery has the same one. Falls back on stream and sequence. */
  readonly messageId: string;
  /** How often it has come, 1 at first, whatever sent it back. A hint: attempts are counted by the owner. */
  readonly deliveredCount: number;
  readonly publishedAt: Date;
  /** Tells the stream that work goes on, so that it waits one more ack wait. */
  readonly working: () => void;
}

export type MessageHandler<P extends z.ZodTypeAny> = (
  payload: z.output<P>,
  context: DeliveryContext,
) => Promise<void>;

/** A message that nobody will work on unless an operator replays it. */
export interface DeadMessage {
  readonly sequence: number;
  /** Where it was published at first. */
  readonly subject: string;
  /** Read as JSON, or the text where it is none. */
  readonly payload: unknown;
  readonly data: Uint8Array;
  readonly reason: string;
  readonly attempts: number;
  readonly handler: string;
  readonly messageId: string | undefined;
  readonly requestId: string | undefined;
  readonly at: Date;
}
