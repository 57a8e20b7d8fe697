import { BusError } from '@redline/service-kit/bus';
import type { Asked } from '../domain/saga.ts';

/**
 * Runs a question to a neighbour and says how it ended, without throwing for what the bus or the neighbour does.
 * @throws whatever is no BusError: a fault of ours
 */
export async function asked<A>(question: () => Promise<A>): Promise<Asked<A>> {
  try {
    return { end: 'answered', answer: await question() };
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    const end = error.delivered === 'no' ? 'not_delivered' : 'unknown';
    return { end, reason: `${error.code}: ${error.message}` };
  }
}
