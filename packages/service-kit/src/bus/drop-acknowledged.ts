import type { Bus } from './types.ts';

/**
 * Removes messages from a work queue that its consumer has acknowledged. nats-server 2.9 loses removals that it had not
 * written when it was killed: after its start the messages are back, are never delivered, and look like waiting work.
 * Everything up to the consumer's ack floor was acknowledged, so no job can be lost.
 * @returns the number of removed messages
 */
export async function dropAcknowledged(
  bus: Pick<Bus, 'manager'>,
  queue: { readonly stream: string; readonly durable: string; readonly filterSubject: string },
): Promise<number> {
  const { stream, durable, filterSubject } = queue;
  const { ack_floor: floor } = await bus.manager.consumers.info(stream, durable);
  const { state } = await bus.manager.streams.info(stream);
  if (state.messages === 0 || state.first_seq > floor.stream_seq) return 0;
  const options = { filter: filterSubject, seq: floor.stream_seq + 1 };
  return (await bus.manager.streams.purge(stream, options)).purged;
}
