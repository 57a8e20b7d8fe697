import { assertConnected, toBusError } from './classify.ts';
import type { Bus } from './types.ts';

/**
 * Whether a stream still holds a message of exactly this subject; in a work queue that is: not yet acknowledged.
 * @throws BusError when NATS does not answer; silence is never read as "no"
 */
export async function hasMessage(bus: Bus, stream: string, subject: string): Promise<boolean> {
  assertConnected(bus);
  try {
    return (await bus.manager.streams.getMessage(stream, { last_by_subj: subject })) !== null;
  } catch (error) {
    throw toBusError(error, subject);
  }
}
