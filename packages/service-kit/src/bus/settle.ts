import type { z } from 'zod';
import { frequentLines } from '../log/index.ts';
import { exemplarOf } from '../metrics/index.ts';
import { traceField } from '../tracing/span.ts';
import { keepDead } from './dead-letter.ts';
import type { JsDelivery } from './delivery.ts';
import { RejectedError, RetryLaterError } from './handler-errors.ts';
import { insideSpan } from './inside-span.ts';
import { isOfFilter } from './is-of-filter.ts';
import { decodeBy, decodeJson } from './json.ts';
import { contextOf, headerNames, readHeader } from './message-headers.ts';
import { streamNames } from './rows.ts';
import { isTransient } from './transient.ts';
import type { Bus, DeliveryContext, MessageHandler } from './types.ts';
import { whoseRecord } from './whose-record.ts';

/** The properties that jobs and events share. */
export interface Source<P extends z.ZodTypeAny> {
  readonly stream: string;
  readonly filterSubject: string;
  readonly payload: P;
  readonly ackWaitMs: number;
  readonly backoffMs: readonly number[];
  /**
   * True for events: one that breaks the schema may come of a newer version of its owner, and waits until this service is
   * upgraded too. What is no JSON is rejected all the same.
   */
  readonly waitsForUpgrade: boolean;
  /** True for jobs: what one consumer acknowledges is gone for all. */
  readonly isQueue: boolean;
}

/** The delay after an error that the message did not cause, such as a database that restarts. */
const notCountedDelayMs = 1_000;
const notUnderstoodLoggedEvery = 20;

/**
 * Runs the handler and settles the delivery in exactly one way: ack, nak or dead letter. A handler never gets a message of
 * another subject than its consumer's.
 */
export async function settle<P extends z.ZodTypeAny>(
  bus: Bus,
  source: Source<P>,
  handler: MessageHandler<P>,
  durable: string,
  delivery: JsDelivery,
  stopping: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  const context = contextOfDelivery(bus, delivery, stopping);
  if (!isOfFilter(context.subject, source.filterSubject)) {
    settleForeign(source, durable, delivery, context);
    const tookMs = performance.now() - startedMs;
    return measure(bus, source, durable, delivery, context, {
      outcome: 'foreign',
      tookMs,
      payload: undefined,
    });
  }
  bus.metrics?.messageLagSeconds.observe({ handler: durable }, (Date.now() - delivery.publishedAtMs) / 1000);
  const payload = decodeBy<P>(source.payload, delivery.message.data);
  let outcome: Outcome = 'done';
  try {
    if (!payload.ok) throw faultOf(source, delivery, payload.fault);
    await insideSpan(`work on ${source.filterSubject}`, 'consumer', context, (inside) =>
      handler(payload.value, inside),
    );
    delivery.ack();
  } catch (error) {
    outcome = await settleFailure(bus, source, durable, delivery, context, error);
  }
  measure(bus, source, durable, delivery, context, {
    outcome,
    tookMs: performance.now() - startedMs,
    payload: payload.ok ? payload.value : undefined,
  });
}

type Outcome = 'done' | 'retry' | 'rejected' | 'bug' | 'not_understood' | 'foreign';

interface Settled {
  readonly outcome: Outcome;
  readonly tookMs: number;
  /** Undefined when it breaks its schema. */
  readonly payload: unknown;
}

/** Writes down how a delivery was settled. The end of a job is also a line of the log, with whose record it was. */
function measure(
  bus: Bus,
  { stream }: Source<z.ZodTypeAny>,
  durable: string,
  delivery: JsDelivery,
  context: DeliveryContext,
  { outcome, tookMs, payload }: Settled,
): void {
  const labels = { handler: durable, outcome };
  const exemplarLabels = exemplarOf(context.traceparent);
  bus.metrics?.messageSeconds.observe({ labels, value: tookMs / 1_000, exemplarLabels });
  if (outcome !== 'done' && outcome !== 'rejected') return;
  const ageMs = Date.now() - delivery.publishedAtMs;
  bus.metrics?.messageCompletionSeconds.observe({ labels, value: ageMs / 1_000, exemplarLabels });
  if (stream === streamNames.events) return;
  const { subject, requestId, traceparent, deliveredCount } = context;
  const work = { durable, outcome, durationMs: Math.round(tookMs), ageMs, deliveredCount };
  frequentLines(bus.log).info(
    { ...whoseRecord(payload), subject, requestId, ...traceField(traceparent), ...work },
    'a job has ended',
  );
}

/**
 * Settles a message of somebody else. nats-server 2.9 delivers such after it has reset the state of a stream, and to a
 * consumer that holds one when its filter changes. To acknowledge, end or bury a job would take it from its own
 * consumer, so it is given back until that one has it, or, where that one is past its number, until `dropAcknowledged`
 * removes it and its record is swept. An event stays in its stream for everybody.
 */
function settleForeign(
  { filterSubject, backoffMs, isQueue }: Source<z.ZodTypeAny>,
  durable: string,
  delivery: JsDelivery,
  { log, deliveredCount }: DeliveryContext,
): void {
  if (isQueue) delivery.nak(backoffMs.at(-1) ?? notCountedDelayMs);
  else delivery.ack();
  log.error({ durable, filterSubject, deliveredCount }, 'was delivered a message of another subject');
}

/** Thrown for an event of which this version makes nothing. */
class NotUnderstoodError extends Error {}

function faultOf(source: Source<z.ZodTypeAny>, { message }: JsDelivery, fault: string): Error {
  const reason = `the payload breaks its schema: ${fault}`;
  const waits = source.waitsForUpgrade && decodeJson(message.data) !== undefined;
  return waits ? new NotUnderstoodError(reason) : new RejectedError(reason);
}

async function settleFailure(
  bus: Bus,
  source: Source<z.ZodTypeAny>,
  durable: string,
  delivery: JsDelivery,
  context: DeliveryContext,
  error: unknown,
): Promise<Exclude<Outcome, 'done' | 'foreign'>> {
  const { log, deliveredCount } = context;
  const backoffMs =
    source.backoffMs[Math.min(deliveredCount, source.backoffMs.length) - 1] ?? notCountedDelayMs;
  if (error instanceof RejectedError) {
    try {
      await bury(bus, durable, delivery, context, error.message);
      delivery.ack();
      log.warn({ reason: error.message, durable, deliveredCount }, 'rejected a message; it is kept as dead');
    } catch (fault) {
      delivery.nak(backoffMs);
      log.error(
        { err: fault, reason: error.message, durable },
        'a rejected message could not be kept; it comes again',
      );
    }
    return 'rejected';
  }
  if (error instanceof NotUnderstoodError) {
    delivery.nak(backoffMs);
    // Thousands of them may wait: not each of their turns is a line.
    if (deliveredCount % notUnderstoodLoggedEvery === 1) {
      log.error({ reason: error.message, durable, deliveredCount }, 'an event waits for an upgrade');
    }
    return 'not_understood';
  }
  if (error instanceof RetryLaterError || isTransient(error)) {
    const counts = error instanceof RetryLaterError && error.counts;
    const delayMs =
      (error instanceof RetryLaterError ? error.delayMs : undefined) ??
      (counts ? backoffMs : notCountedDelayMs);
    delivery.nak(delayMs);
    log.warn({ err: error, durable, deliveredCount, delayMs }, 'a message comes again later');
    return 'retry';
  }
  delivery.nak(backoffMs);
  log.error(
    { err: error, durable, deliveredCount, delayMs: backoffMs },
    'a message handler failed; it comes again',
  );
  return 'bug';
}

/**
 * Dead-letters a delivery. Its id has the stream sequence, so that a job that is replayed and fails again is stored
 * again.
 */
async function bury(
  bus: Bus,
  durable: string,
  delivery: JsDelivery,
  context: DeliveryContext,
  reason: string,
): Promise<void> {
  const { subject, requestId, messageId, deliveredCount } = context;
  const dead = { subject, reason, attempts: deliveredCount, handler: durable, messageId, requestId };
  const dedupeId = `dead:${durable}:${delivery.stream}:${delivery.streamSequence}`;
  await keepDead(bus, dead, delivery.message.data, dedupeId);
}

function contextOfDelivery(bus: Bus, delivery: JsDelivery, stopping: AbortSignal): DeliveryContext {
  const { message, stream, streamSequence } = delivery;
  return Object.assign(contextOf(message, bus.log), {
    messageId:
      readHeader(message.headers, headerNames.originalId) ??
      readHeader(message.headers, headerNames.messageId) ??
      `${stream}:${streamSequence}`,
    deliveredCount: delivery.deliveredCount,
    publishedAt: new Date(delivery.publishedAtMs),
    working: delivery.working,
    stopping,
  });
}
