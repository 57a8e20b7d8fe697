import type { z } from 'zod';
import { assertConnected } from './classify.ts';
import { decodeBy, encodeJson } from './json.ts';
import { contextOf } from './message-headers.ts';
import type { BroadcastRow } from './rows.ts';
import type { Bus, MessageContext, Running } from './types.ts';

/**
 * Publishes to all replicas that are subscribed now. The message is not stored: a replica that is down misses it.
 * @throws BusError `disconnected`
 */
export function broadcast<R extends BroadcastRow>(bus: Bus, row: R, payload: z.input<R['payload']>): void {
  assertConnected(bus);
  bus.connection.publish(row.subject, encodeJson(payload));
}

/** Subscribes this replica to every broadcast of a row. An error of the handler is logged. */
export function subscribe<R extends BroadcastRow>(
  bus: Bus,
  row: R,
  handler: (payload: z.output<R['payload']>, context: MessageContext) => Promise<void> | void,
): Running {
  const subscription = bus.connection.subscribe(row.subject, {
    callback: (error, message) => {
      if (!error && message.subject !== row.subject) {
        // A delivery of a stream, which somebody let come here.
        bus.log.error({ subject: row.subject, sentTo: message.subject }, 'dropped what is no broadcast');
        return;
      }
      const decoded = error ? undefined : decodeBy<R['payload']>(row.payload, message.data);
      if (!decoded?.ok) {
        bus.log.error(
          { err: error, fault: decoded?.fault, subject: row.subject },
          'a broadcast cannot be read',
        );
        return;
      }
      const context = contextOf(message, bus.log);
      void (async () => handler(decoded.value, context))().catch((fault: unknown) =>
        context.log.error({ err: fault }, 'a broadcast handler failed'),
      );
    },
  });
  return {
    async stop() {
      if (!subscription.isClosed()) await subscription.drain();
    },
  };
}
