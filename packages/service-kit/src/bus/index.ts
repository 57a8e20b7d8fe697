import type { z } from 'zod';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { BroadcastRow, EventRow, JobRow, RequestRow, StreamSpec } from './rows.ts';
import type {
  Bus,
  DeadMessage,
  MessageContext,
  MessageHandler,
  RequestHandler,
  RequestHandlers,
  Running,
} from './types.ts';

export { BusError, type BusErrorCode, type Delivery } from './bus-error.ts';
export { Rejected, RetryLater, rejected, retryLater } from './failures.ts';
export {
  type BroadcastRow,
  type EventRow,
  type JobRow,
  type RequestRow,
  type StreamSpec,
  streamNames,
} from './rows.ts';
export type * from './types.ts';

export declare function connectBus(options: {
  readonly url: string;
  readonly name: string;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly connectTimeoutMs?: number;
  readonly variable?: string;
}): Promise<Bus>;

export declare function ensureStreams(
  bus: Bus,
  specs: Readonly<Record<string, StreamSpec>>,
  options?: { readonly replicas?: number; readonly maxBytes?: number },
): Promise<void>;

export declare function serve<R extends RequestRow>(
  bus: Bus,
  row: R,
  handler: RequestHandler<R>,
  options: { readonly queue: string; readonly concurrency: number },
): Running;

export declare function serveAll<Rows extends Readonly<Record<string, RequestRow>>>(
  bus: Bus,
  rows: Rows,
  handlers: RequestHandlers<Rows>,
  options: { readonly queue: string; readonly concurrency: number },
): Running;

export declare function call<R extends RequestRow>(
  bus: Bus,
  row: R,
  payload: z.input<R['request']>,
  options?: {
    readonly timeoutMs?: number;
    readonly requestId?: string;
    readonly traceparent?: string;
    readonly trustReply?: boolean;
  },
): Promise<z.output<R['reply']>>;

export declare function publishJob<R extends JobRow>(
  bus: Bus,
  row: R,
  id: string,
  payload: z.input<R['payload']>,
  options: {
    readonly msgId: string;
    readonly timeoutMs: number;
    readonly requestId?: string;
    readonly traceparent?: string;
  },
): Promise<{ readonly duplicate: boolean }>;

export declare function consumeJobs<R extends JobRow>(
  bus: Bus,
  row: R,
  handler: MessageHandler<R['payload']>,
  options: {
    readonly durable: string;
    readonly concurrency: number;
    readonly stream?: string;
    readonly stopTimeoutMs?: number;
  },
): Promise<Running>;

export declare function consumeEvents<R extends EventRow>(
  bus: Bus,
  row: R,
  handler: MessageHandler<R['payload']>,
  options: {
    readonly durable: string;
    readonly concurrency: number;
    readonly stream?: string;
    readonly stopTimeoutMs?: number;
    readonly backoffMs?: readonly number[];
  },
): Promise<Running>;

export declare function deadLetter(
  bus: Bus,
  dead: {
    readonly subject: string;
    readonly payload: unknown;
    readonly reason: string;
    readonly attempts: number;
    readonly handler: string;
    readonly messageId?: string;
    readonly requestId?: string;
  },
): Promise<void>;

export declare function listDead(
  bus: Bus,
  options: {
    readonly limit: number;
    readonly subject?: string;
    readonly afterSequence?: number;
    readonly stream?: string;
  },
): Promise<readonly DeadMessage[]>;

/** Runs `use` with a dead message and removes it when `use` succeeded; false when there is none of that number. */
export declare function takeDead(
  bus: Bus,
  sequence: number,
  use: (dead: DeadMessage) => Promise<void>,
  options?: { readonly stream?: string },
): Promise<boolean>;

export declare function hasMessage(bus: Bus, stream: string, subject: string): Promise<boolean>;

export declare function broadcast<R extends BroadcastRow>(
  bus: Bus,
  row: R,
  payload: z.input<R['payload']>,
): void;

export declare function subscribe<R extends BroadcastRow>(
  bus: Bus,
  row: R,
  handler: (payload: z.output<R['payload']>, context: MessageContext) => Promise<void> | void,
): Running;
