import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../shutdown/start-error.ts';
import { missingStreams } from './keep-streams.ts';
import type { StreamSpec } from './rows.ts';
import type { Bus } from './types.ts';

const lookEveryMs = 500;

/**
 * Waits until the streams are there; changes nothing.
 * @throws StartError that names what is missing after `waitMs`
 */
export async function verifyStreams(
  bus: Bus,
  specs: Readonly<Record<string, Pick<StreamSpec, 'name'>>>,
  { waitMs }: { readonly waitMs: number },
): Promise<void> {
  const deadlineMs = Date.now() + waitMs;
  for (;;) {
    const missing = await missingStreams(bus, specs).catch((error: unknown) => error as Error);
    if (!(missing instanceof Error) && missing.length === 0) return;
    if (Date.now() >= deadlineMs) {
      const why =
        missing instanceof Error
          ? `the streams could not be looked up (${missing.message})`
          : `the bus has no ${missing.join(', ')}; the gateway's image makes streams, with the argument \`streams\``;
      throw new StartError(`NATS_URL: ${why}`);
    }
    await sleep(lookEveryMs);
  }
}
