import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { z } from 'zod';
import { toBusError } from './classify.ts';
import { startPull } from './pull.ts';
import { type EventRow, type JobRow, streamNames } from './rows.ts';
import { type Source, settle } from './settle.ts';
import type { Bus, MessageHandler, Running } from './types.ts';

export interface ConsumeOptions {
  /** The consumer's name on the server; replicas with the same name share the messages. */
  readonly durable: string;
  /** The maximum of concurrent handlers in this process. */
  readonly concurrency: number;
  readonly stream?: string;
  /** How long a stop waits for running handlers. */
  readonly stopTimeoutMs?: number;
}

const eventBackoffMs = [250, 1_000, 2_000, 5_000, 15_000, 30_000];
/** Unacknowledged messages of all replicas together; each replica holds at most its own `concurrency`. */
const maxAckPending = 1_000;

/**
 * Consumes jobs. If the handler returns, the job is done. If it throws `retryLater(…)`, or its database or another
 * service is down, the job is redelivered after a delay. If it throws `rejected(…)`, or the payload breaks its schema,
 * the job is dead-lettered. Any other error is a bug: it is logged, and the job is redelivered with the row's backoff,
 * whose last step repeats without limit.
 * @throws BusError if the stream does not exist
 */
export function consumeJobs<R extends JobRow>(
  bus: Bus,
  row: R,
  handler: MessageHandler<R['payload']>,
  options: ConsumeOptions,
): Promise<Running> {
  const source = {
    stream: options.stream ?? streamNames.jobs,
    filterSubject: row.filterSubject,
    payload: row.payload,
    ackWaitMs: row.ackWaitMs,
    backoffMs: row.backoffMs,
    waitsForUpgrade: false,
    isQueue: true,
  };
  return consume<R['payload']>(bus, source, handler, options);
}

/**
 * Consumes events, from the oldest in the stream, with unlimited redeliveries. Errors as in `consumeJobs`, but an event
 * that breaks its schema comes again, since a newer version of this service may understand it. An event may be delivered
 * twice, so the handler keeps an inbox by `context.messageId`.
 * @throws BusError if the stream does not exist
 */
export function consumeEvents<R extends EventRow>(
  bus: Bus,
  row: R,
  handler: MessageHandler<R['payload']>,
  options: ConsumeOptions & { readonly backoffMs?: readonly number[] },
): Promise<Running> {
  const source = {
    stream: options.stream ?? streamNames.events,
    filterSubject: row.subject,
    payload: row.payload,
    ackWaitMs: row.ackWaitMs,
    backoffMs: options.backoffMs ?? eventBackoffMs,
    waitsForUpgrade: true,
    isQueue: false,
  };
  return consume<R['payload']>(bus, source, handler, options);
}

async function consume<P extends z.ZodTypeAny>(
  bus: Bus,
  source: Source<P>,
  handler: MessageHandler<P>,
  options: ConsumeOptions,
): Promise<Running> {
  const ensure = async () => {
    await bus.manager.consumers.add(source.stream, {
      durable_name: options.durable,
      filter_subject: source.filterSubject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(source.ackWaitMs),
      max_deliver: -1,
      max_ack_pending: maxAckPending,
    });
  };
  await ensure().catch((error: unknown) => {
    throw toBusError(error, source.filterSubject);
  });
  return startPull(bus, {
    stream: source.stream,
    durable: options.durable,
    concurrency: options.concurrency,
    stopTimeoutMs: options.stopTimeoutMs ?? 10_000,
    ensure,
    handle: (delivery, stopping) => settle(bus, source, handler, options.durable, delivery, stopping),
  });
}
