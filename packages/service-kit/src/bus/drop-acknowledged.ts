import type { Bus } from './types.ts';

/**
 * Removes messages of a work queue that its consumer has acknowledged and that are still there. nats-server 2.9 forgets
 * removals that it had not written when it was killed: the messages are back after its start, nobody gets them, and
 * they look like work that waits. Whatever is up to the consumer's ack floor was acknowledged, so no job can be lost.
 * @returns how many there were
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
