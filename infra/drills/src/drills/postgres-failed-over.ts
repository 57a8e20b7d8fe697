import { setTimeout as sleep } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { hold, step } from '../drill.ts';
import { readyz, sayWarnings } from '../operate.ts';
import { underLoad } from '../under-load.ts';

/** The primary ends for good and the synchronous standby takes its place, behind the same address. */
export const postgresFailedOver: Drill = {
  section: 'Postgres failed over',
  run: (context) =>
    underLoad(context, {
      shape: 'cluster',
      // One process of each service: what is looked at is Postgres.
      options: { replicasOf: () => 1 },
      async during({ stack }) {
        const { promote } = stack;
        hold(promote !== undefined, 'there is a standby');
        await step(context, 'the primary is killed, the standby promoted', promote);
        context.say(`  /readyz of the gateway just after: ${await readyz(stack, 'gateway')}`);
        await step(context, 'services connect by themselves', async () => {
          for (let asked = 0; asked < 60; asked++) {
            const all = await Promise.all(
              (['gateway', 'billing', 'text-engine'] as const).map((name) => readyz(stack, name)),
            );
            if (all.every((said) => said.startsWith('200 {"status":"ok"'))) return;
            await sleep(500);
          }
        });
        await sayWarnings(stack, context, 'billing');
      },
    }),
};
