import { setTimeout as sleep } from 'node:timers/promises';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { BusError } from './bus-error.ts';
import { assertConnected, toBusError } from './classify.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import type { Bus } from './types.ts';

/** An encoded message for a stream. */
export interface StoredMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly msgId: string | undefined;
  readonly headers: MsgHdrs;
  readonly timeoutMs: number;
  /**
   * Publishes again, within the same time, while a cluster chooses a new leader of the stream and nobody takes the message;
   * for a caller who has no other try. Left out, that is an error at once.
   */
  readonly waitsForLeader?: boolean;
}

interface Acknowledgement {
  readonly stream: string;
  readonly duplicate: boolean;
}

/**
 * Publishes to the stream of the subject and waits until the message is on disk.
 * @returns the stream, and whether it already had a message of this id
 * @throws BusError; `delivered` is `unknown` after a timeout
 */
export async function publishStored(bus: Bus, message: StoredMessage): Promise<Acknowledgement> {
  const deadlineMs = Date.now() + message.timeoutMs;
  const wait = reconnectDelay(50, 500);
  for (;;) {
    const outcome = await publishOnce(bus, message, Math.max(1, deadlineMs - Date.now()));
    if ('acknowledged' in outcome) return outcome.acknowledged;
    const waitMs = wait.next();
    const mayTryAgain = message.waitsForLeader && outcome.isWithoutLeader;
    if (!mayTryAgain || Date.now() + waitMs >= deadlineMs) throw outcome.error;
    await sleep(waitMs);
  }
}

type Outcome =
  | { readonly acknowledged: Acknowledgement }
  | { readonly error: BusError; readonly isWithoutLeader: boolean };

async function publishOnce(bus: Bus, message: StoredMessage, timeout: number): Promise<Outcome> {
  assertConnected(bus);
  const { subject, data, msgId, headers } = message;
  try {
    const options = { headers, timeout, ...(msgId ? { msgID: msgId } : {}) };
    const { stream, duplicate } = await bus.jetstream.publish(subject, data, options);
    return { acknowledged: { stream, duplicate } };
  } catch (error) {
    const busError = toBusError(error, subject);
    return { error: busError, isWithoutLeader: busError.code === 'no_responders' || isUnavailable(error) };
  }
}

/** Whether the servers answered that they have no leader now; nothing was stored then. */
const isUnavailable = (error: unknown): boolean => error instanceof JetStreamApiError && error.status === 503;
