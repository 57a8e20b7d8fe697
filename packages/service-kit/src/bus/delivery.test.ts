import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { readDelivery } from './delivery.ts';

const sent: [string, string][] = [];
const connection: Pick<NatsConnection, 'isClosed' | 'publish'> = {
  isClosed: () => false,
  publish: (subject, payload) => void sent.push([subject, String(payload)]),
};
const read = (reply: string) => readDelivery(connection, { subject: 'job.x.1', reply } as Msg);

describe('a delivery', () => {
  it.each([
    ['as every server writes it', '$JS.ACK.JOBS.worker.3.17.40.1700000000123456789.5'],
    ['of a server with domains', '$JS.ACK.hub.AbC123.JOBS.worker.3.17.40.1700000000123456789.5.rnd'],
  ])('%s names stream, place, count and time', (_, reply) => {
    expect(read(reply)).toMatchObject({
      stream: 'JOBS',
      streamSequence: 17,
      deliveredCount: 3,
      publishedAtMs: 1_700_000_000_123,
    });
  });

  it('is answered on its reply subject in the words of the protocol', () => {
    const reply = '$JS.ACK.JOBS.worker.1.1.1.1700000000123456789.0';
    const delivery = read(reply);
    delivery?.working();
    delivery?.nak(1_500);
    delivery?.nak(0);
    delivery?.ack();
    expect(sent).toEqual(['+WPI', '-NAK {"delay":1500000000}', '-NAK', '+ACK'].map((text) => [reply, text]));
  });

  it('is not what has another reply subject or none', () => {
    expect(read('_INBOX.abc.1')).toBeUndefined();
  });
});
