import type { Bus } from './types.ts';

/**
 * Removes messages from a work queue that its consumers have acknowledged. nats-server 2.9 loses removals that it had not
 * written when it was killed: after its start the messages are back, are never delivered, and look like waiting work.
 * Everything up to a consumer's ack floor was acknowledged, so no job can be lost. Only who keeps the streams calls it:
 * whoever may purge a stream may purge all of it.
 * @returns the number of removed messages
 */
export async function dropAcknowledged(bus: Pick<Bus, 'manager'>, stream: string): Promise<number> {
  const { state } = await bus.manager.streams.info(stream);
  if (state.messages === 0) return 0;
  let dropped = 0;
  for await (const { config, ack_floor: floor } of bus.manager.consumers.list(stream)) {
    const filter = config.filter_subject;
    // One without a filter has no messages of its own, and no consumer of ours is such.
    if (!filter || state.first_seq > floor.stream_seq) continue;
    const { purged } = await bus.manager.streams.purge(stream, { filter, seq: floor.stream_seq + 1 });
    dropped += purged;
  }
  return dropped;
}
