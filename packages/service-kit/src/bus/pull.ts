import { setTimeout as sleep } from 'node:timers/promises';
import { createInbox, type Msg, nanos } from '@nats-io/transport-node';
import { type JsDelivery, readDelivery } from './delivery.ts';
import { createInFlight } from './in-flight.ts';
import { createPullRequests } from './pull-requests.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import type { Bus, Running } from './types.ts';

export interface PullOptions {
  readonly stream: string;
  readonly durable: string;
  readonly concurrency: number;
  readonly stopTimeoutMs: number;
  /** Creates the consumer unless it exists; called again whenever it may be gone. */
  readonly ensure: () => Promise<void>;
  /** Acknowledges the delivery in one way or another; must not reject. */
  readonly handle: (delivery: JsDelivery, stopping: AbortSignal) => Promise<void>;
}

// nats-server 2.9 does not answer a request to a consumer that is gone: short, so that it is noticed soon.
const expiresMs = 5_000;
const lostAfterMs = expiresMs + 2_000;
const watchEveryMs = 1_000;

/**
 * Pulls messages from a consumer, never more than there are free handlers: a message that waits in a process would use
 * up its ack wait there, and no other replica could take it. (The client's own `consume` requests more as soon as a
 * message arrives, whether or not a handler is free.)
 */
export function startPull(bus: Bus, options: PullOptions): Running {
  const inbox = createInbox(bus.inboxPrefix);
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${options.stream}.${options.durable}`;
  const inFlight = createInFlight(() => ask());
  const requests = createPullRequests();
  const state = { stopping: false, recovering: false, serial: 0 };
  const stopping = new AbortController();

  const ask = () => {
    if (state.stopping || state.recovering || !bus.connected || bus.connection.isClosed()) return;
    const outstanding = requests.outstanding;
    const free = options.concurrency - inFlight.count - outstanding;
    // While requests are outstanding, wait until half of the handlers are free: each request is a message.
    if (free <= 0 || (outstanding > 0 && free * 2 < options.concurrency)) return;
    const token = String(++state.serial);
    requests.add(token, free, Date.now() + lostAfterMs);
    bus.connection.publish(subject, JSON.stringify({ batch: free, expires: nanos(expiresMs) }), {
      reply: `${inbox}.${token}`,
    });
  };

  const recover = async () => {
    if (state.recovering || state.stopping) return;
    state.recovering = true;
    requests.clear();
    await untilEnsured(bus, options, () => state.stopping);
    state.recovering = false;
    ask();
  };

  const receive = (message: Msg) => {
    // A delivery has the subject it was published to; its reply subject tells it from a status message.
    const delivery = readDelivery(bus.connection, message);
    if (!delivery) return status(message);
    requests.delivered();
    if (state.stopping || inFlight.count >= options.concurrency * 2) return delivery.nak(0);
    inFlight.run(() => options.handle(delivery, stopping.signal));
  };

  const status = (message: Msg) => {
    const code = message.headers?.code ?? 0;
    const description = message.headers?.description.toLowerCase() ?? '';
    requests.ended(message.subject.slice(inbox.length + 1));
    if (code === 408 || code === 404) ask();
    else if (code === 503 || description.includes('consumer deleted')) void recover();
    else setTimeout(ask, watchEveryMs).unref();
  };

  const subscription = bus.connection.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (error) bus.log.error({ err: error, durable: options.durable }, 'the consumer cannot receive');
      else receive(message);
    },
  });
  const watch = setInterval(() => {
    if (requests.expire(Date.now())) void recover();
    else ask();
  }, watchEveryMs);
  const stopListening = bus.onReconnect(() => void recover());
  ask();
  return {
    async stop() {
      state.stopping = true;
      stopping.abort();
      clearInterval(watch);
      stopListening();
      // Draining naks messages that still arrive; unsubscribing would leave them to their ack wait.
      if (!subscription.isClosed() && bus.connected) await subscription.drain();
      else if (!subscription.isClosed()) subscription.unsubscribe();
      const finished = await inFlight.idle(options.stopTimeoutMs);
      if (!finished) bus.log.warn({ durable: options.durable }, 'stopped while handlers were still running');
      if (bus.connected && !bus.connection.isClosed()) await bus.connection.flush();
    },
  };
}

/** Ensures the consumer until that succeeds or the service stops; every failure is logged. */
async function untilEnsured(bus: Bus, options: PullOptions, stopped: () => boolean): Promise<void> {
  const wait = reconnectDelay(250, 2_000);
  while (!stopped()) {
    try {
      await options.ensure();
      return;
    } catch (error) {
      if (bus.connected)
        bus.log.warn({ err: error, durable: options.durable }, 'the consumer is not there yet');
      await sleep(wait.next());
    }
  }
}
