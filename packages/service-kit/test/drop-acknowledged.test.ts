import { AckPolicy } from '@nats-io/jetstream';
import type { NatsServer } from '@redline/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropAcknowledged } from '../src/bus/drop-acknowledged.ts';
import type { Bus } from '../src/bus/index.ts';
import { openBus, ownNats } from './fixtures.ts';

let nats: NatsServer;
let bus: Bus;

beforeAll(async () => {
  nats = await ownNats();
  bus = await openBus(nats.url);
});
afterAll(async () => {
  await bus.close();
  await nats.dispose();
});

// A stream that keeps what was acknowledged is what a work queue is after nats-server 2.9 was killed in between.
it('drops what a consumer is done with, and no message that somebody may still get', async () => {
  await bus.manager.streams.add({ name: 'FORGETFUL', subjects: ['forgetful.>'] });
  await bus.manager.consumers.add('FORGETFUL', {
    durable_name: 'worker',
    filter_subject: 'forgetful.mine.*',
    ack_policy: AckPolicy.Explicit,
  });
  expect(await dropAcknowledged(bus, 'FORGETFUL')).toBe(0);
  for (const name of ['mine.1', 'mine.2', 'other.1', 'mine.3', 'mine.4']) {
    await bus.jetstream.publish(`forgetful.${name}`);
  }
  const consumer = await bus.jetstream.consumers.get('FORGETFUL', 'worker');
  for (const settle of ['ack', 'ack', 'leave'] as const) {
    const message = await consumer.next();
    if (settle === 'ack') await message?.ackAck();
  }

  expect(await dropAcknowledged(bus, 'FORGETFUL')).toBe(2);

  const left = [];
  for (let sequence = 1; sequence <= 5; sequence++) {
    const message = await bus.manager.streams.getMessage('FORGETFUL', { seq: sequence });
    if (message) left.push(message.subject);
  }
  expect(left).toEqual(['forgetful.other.1', 'forgetful.mine.3', 'forgetful.mine.4']);
  expect(await dropAcknowledged(bus, 'FORGETFUL')).toBe(0);
});
