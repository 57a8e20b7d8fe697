import type { Running } from '../bus/index.ts';
import { startInterval } from '../interval/index.ts';
import type { Logger } from '../log/index.ts';
import type { SweepOptions } from './sweep.ts';
import type { SweepLimits } from './sweep-settings.ts';

/**
 * Sweeps at regular intervals.
 * @param createTurn gives one turn, as `createSweep` does
 */
export function startSweeper(
  createTurn: (options: SweepOptions) => (signal: AbortSignal) => Promise<void>,
  { everyMs, ...limits }: SweepLimits,
  log: Logger,
): Running {
  return startInterval(createTurn({ ...limits, log }), { name: 'sweep', everyMs, log });
}
