import type { MsgHdrs } from '@nats-io/transport-node';
import { assertConnected, toBusError } from './classify.ts';
import type { Bus } from './types.ts';

/** An encoded message for a stream. */
export interface StoredMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly msgId: string | undefined;
  readonly headers: MsgHdrs;
  readonly timeoutMs: number;
}

/**
 * Publishes to the stream of the subject and waits until the message is on disk.
 * @returns the stream, and whether it already had a message of this id
 * @throws BusError; `delivered` is `unknown` after a timeout
 */
export async function publishStored(
  bus: Bus,
  message: StoredMessage,
): Promise<{ readonly stream: string; readonly duplicate: boolean }> {
  assertConnected(bus);
  const { subject, data, msgId, headers, timeoutMs } = message;
  try {
    const options = { headers, timeout: timeoutMs, ...(msgId ? { msgID: msgId } : {}) };
    const { stream, duplicate } = await bus.jetstream.publish(subject, data, options);
    return { stream, duplicate };
  } catch (error) {
    throw toBusError(error, subject);
  }
}
