import { setTimeout as sleep } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { step } from '../drill.ts';
import { metric, readyz, sayWarnings } from '../operate.ts';
import { underLoad } from '../under-load.ts';

const awayMs = 8_000;

/** NATS is away, and comes back with nothing: its disk was lost. */
export const natsLost: Drill = {
  section: 'NATS is lost',
  run: (context) =>
    underLoad(context, {
      async during({ stack }) {
        await step(context, 'NATS is killed, and all that JetStream holds removed', () =>
          stack.wipe(async () => {
            await sleep(awayMs / 2);
            for (const name of ['gateway', 'billing', 'text-engine'] as const) {
              context.say(`  /readyz of ${name}: ${await readyz(stack, name)}`);
            }
            context.say(`  ${(await metric(stack, 'gateway', 'bus_connected')).join('')}`);
            context.say(`  ${(await metric(stack, 'text-engine', 'outbox_lag_seconds')).join('')}`);
            await sleep(awayMs / 2);
          }),
        );
        await step(context, 'services connect by themselves; the streams are made again', async () => {
          for (let asked = 0; asked < 60; asked++) {
            if ((await readyz(stack, 'gateway')).startsWith('200 {"status":"ok"')) return;
            await sleep(500);
          }
        });
        for (const name of ['billing', 'text-engine'] as const) await sayWarnings(stack, context, name);
      },
    }),
};
