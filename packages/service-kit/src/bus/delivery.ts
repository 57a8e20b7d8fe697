import type { Msg, NatsConnection } from '@nats-io/transport-node';

/** A message that JetStream delivered and that must be acknowledged once. */
export interface JsDelivery {
  readonly message: Msg;
  readonly stream: string;
  readonly streamSequence: number;
  readonly deliveredCount: number;
  readonly publishedAtMs: number;
  readonly ack: () => void;
  readonly nak: (delayMs: number) => void;
  readonly working: () => void;
}

/**
 * Parses the reply subject of a delivery (NATS ADR-15):
 * `$JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time ns>.<pending>`, with a domain and an
 * account before the stream where the server uses domains.
 * @returns undefined if the message is no delivery
 */
export function readDelivery(
  connection: Pick<NatsConnection, 'isClosed' | 'publish'>,
  message: Msg,
): JsDelivery | undefined {
  const { reply } = message;
  if (!reply?.startsWith('$JS.ACK.')) return undefined;
  const tokens = reply.split('.');
  const [stream = '', , delivered, streamSequence, , timeNs = ''] = tokens.slice(tokens.length > 9 ? 4 : 2);
  // Three messages of JetStream's acknowledgement protocol. They get no reply, so a lost one means a redelivery.
  const answer = (text: string) => {
    if (!connection.isClosed()) connection.publish(reply, text);
  };
  return {
    message,
    stream,
    streamSequence: Number(streamSequence),
    deliveredCount: Number(delivered),
    publishedAtMs: Number(timeNs.slice(0, -6)),
    ack: () => answer('+ACK'),
    nak: (delayMs) => answer(delayMs > 0 ? `-NAK {"delay":${Math.round(delayMs * 1e6)}}` : '-NAK'),
    working: () => answer('+WPI'),
  };
}
