import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestRow } from '@redline/contracts';
import { type Bus, call, isTransient } from '@redline/service-kit/bus';
import type { z } from 'zod';

/** A read that no answer came to is asked again so often, after waits that double from the first on: 6 s in all. */
const triesMax = 6;
const firstWaitMs = 200;

/**
 * Asks a service for what it has; again if it is busy or away for a moment, since a read changes nothing.
 * @throws BusError if it does not answer in the end
 */
export async function readAgain<I extends z.ZodTypeAny, O extends z.ZodTypeAny>(
  bus: Bus,
  row: RequestRow<I, O>,
  payload: z.input<I>,
): Promise<z.output<O>> {
  for (let tries = 1; ; tries++) {
    try {
      return await call(bus, row, payload);
    } catch (error) {
      if (tries >= triesMax || !isTransient(error)) throw error;
      await sleep(firstWaitMs * 2 ** (tries - 1));
    }
  }
}
