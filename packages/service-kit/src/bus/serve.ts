import type { Msg } from '@nats-io/transport-node';
import { exemplarOf } from '../metrics/index.ts';
import type { BusErrorCode, Delivery } from './bus-error.ts';
import { createInFlight } from './in-flight.ts';
import { insideSpan } from './inside-span.ts';
import { decodeBy, encodeJson } from './json.ts';
import { contextOf, headerNames, headersOf } from './message-headers.ts';
import type { RequestRow } from './rows.ts';
import { isTransient } from './transient.ts';
import type { Bus, RequestHandler, RequestHandlers, Running } from './types.ts';

export interface ServeOptions {
  /** Replicas with the same queue share the requests. */
  readonly queue: string;
  /** The maximum of concurrent handlers for each row; further requests are answered `unavailable` at once. */
  readonly concurrency: number;
  readonly stopTimeoutMs?: number;
}

/**
 * Serves the requests of one row. The caller gets errors as BusError: `invalid` if the request breaks the schema,
 * `unavailable` if the service is busy or its database is down, `bug` for any other error of the handler.
 */
export function serve<R extends RequestRow>(
  bus: Bus,
  row: R,
  handler: RequestHandler<R>,
  options: ServeOptions,
): Running {
  const inFlight = createInFlight();
  const subscription = bus.connection.subscribe(row.subject, {
    queue: options.queue,
    callback: (error, message) => {
      if (error) bus.log.error({ err: error, subject: row.subject }, 'cannot serve this subject');
      else if (!isRequest(message, row.subject))
        bus.log.error({ subject: row.subject, sentTo: message.subject }, 'dropped what is no request');
      else if (inFlight.count >= options.concurrency)
        fail(message, 'unavailable', 'too many requests at once', 'no');
      else inFlight.run(() => answer(bus, row, handler, message));
    },
  });
  return {
    async stop() {
      if (!subscription.isClosed()) await subscription.drain();
      const finished = await inFlight.idle(options.stopTimeoutMs ?? 10_000);
      if (!finished)
        bus.log.warn({ subject: row.subject }, 'stopped while requests were still being answered');
    },
  };
}

/** Serves all rows of a record of rows; a handler that is missing or has the wrong type does not compile. */
export function serveAll<Rows extends Readonly<Record<string, RequestRow>>>(
  bus: Bus,
  rows: Rows,
  handlers: RequestHandlers<Rows>,
  options: ServeOptions,
): Running {
  const names: (keyof Rows)[] = Object.keys(rows);
  const running = names.map((name) => {
    const row = rows[name];
    if (!row) throw new TypeError(`no row named ${String(name)}`);
    return serve(bus, row, handlers[name], options);
  });
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}

/**
 * Whether it was sent to this subject, by somebody who waits at an inbox. The server checks neither: a consumer may name any
 * subject for its deliveries, which then keep their own, and a request any subject for its reply.
 */
const isRequest = (message: Msg, subject: string): boolean =>
  message.subject === subject && (message.reply?.startsWith('_INBOX') ?? false);

async function answer<R extends RequestRow>(
  bus: Bus,
  row: R,
  handler: RequestHandler<R>,
  message: Msg,
): Promise<void> {
  const startedMs = performance.now();
  let outcome: BusErrorCode | 'ok' = 'ok';
  const request = decodeBy<R['request']>(row.request, message.data);
  const context = contextOf(message, bus.log);
  if (request.ok) {
    try {
      const reply = await insideSpan(`answer ${row.subject}`, 'server', context, (inside) =>
        handler(request.value, inside),
      );
      message.respond(encodeJson(reply));
    } catch (error) {
      outcome = isTransient(error) ? 'unavailable' : 'bug';
      if (outcome === 'bug') context.log.error({ err: error }, 'a request handler failed');
      else context.log.warn({ err: error }, 'a request could not be answered now');
      fail(message, outcome, outcome === 'bug' ? 'the handler failed' : 'the service cannot answer now');
    }
  } else {
    outcome = 'invalid';
    fail(message, outcome, `the request breaks its schema: ${request.fault}`);
  }
  bus.metrics?.requestSeconds.observe({
    labels: { subject: row.subject, outcome },
    value: (performance.now() - startedMs) / 1_000,
    exemplarLabels: exemplarOf(context.traceparent),
  });
}

function fail(message: Msg, code: BusErrorCode, text: string, delivered?: Delivery): void {
  const headers = headersOf({ [headerNames.errorCode]: code, [headerNames.errorDelivered]: delivered });
  message.respond(new TextEncoder().encode(text), { headers });
}
