import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FaultStack, ServiceName, Submission } from '@redline/fault';
import type { Drill, DrillContext } from '../drill.ts';
import { hold, step } from '../drill.ts';
import { metric, sayWarnings } from '../operate.ts';
import { underLoad } from '../under-load.ts';

const shift = fileURLToPath(new URL('../preload/shift-clock.mjs', import.meta.url));
const phaseMs = 8_000;

interface Skew {
  readonly service: ServiceName;
  readonly shiftMs: number;
}

/** Less than the gateway waits for an answer, more than that, and an hour. */
const skews: readonly Skew[] = [
  { service: 'gateway', shiftMs: -2_000 },
  { service: 'gateway', shiftMs: -10_000 },
  { service: 'gateway', shiftMs: 10_000 },
  { service: 'text-engine', shiftMs: 3_600_000 },
  { service: 'billing', shiftMs: -3_600_000 },
  { service: 'billing', shiftMs: 10_000 },
];

/** The clock of one service after the other is wrong, until it is set right and the service started again. */
export const clockSkew: Drill = {
  section: 'A clock is wrong',
  run(context) {
    const phases: { readonly name: string; readonly fromMs: number; untilMs: number }[] = [];
    return underLoad(context, {
      async during({ stack }) {
        for (const skew of skews) {
          const name = `${skew.service} ${skew.shiftMs > 0 ? 'ahead' : 'behind'} by ${Math.abs(skew.shiftMs / 1_000)} s`;
          await withSkew(context, stack, skew, async () => {
            const phase = { name, fromMs: Date.now(), untilMs: 0 };
            phases.push(phase);
            await sleep(phaseMs);
            phase.untilMs = Date.now();
          });
        }
        context.say(`  ${(await metric(stack, 'gateway', 'gateway_submissions_total')).join(', ')}`);
        for (const name of ['gateway', 'text-engine', 'billing'] as const)
          await sayWarnings(stack, context, name);
      },
      after(submissions) {
        for (const { name, fromMs, untilMs } of phases) {
          const counts = countOf(submissions, fromMs, untilMs);
          context.say(
            `  ${name}: ${[...counts].map(([status, n]) => `${n} × ${status ?? 'none'}`).join(', ')}`,
          );
        }
      },
    });
  },
};

async function withSkew(
  context: DrillContext,
  stack: FaultStack,
  { service, shiftMs }: Skew,
  during: () => Promise<void>,
): Promise<void> {
  const server = stack.servers.get(service);
  hold(server !== undefined, `there is ${service}`);
  const wrong = stack.buildWith(service, {
    NODE_OPTIONS: `--import=${shift}`,
    DRILL_CLOCK_SHIFT_MS: String(shiftMs),
  });
  await step(context, `${service} with a clock that is wrong by ${shiftMs / 1_000} s`, async () => {
    await server.stop();
    await wrong.start();
    await during();
  });
  await step(context, 'its clock is right, and it is started again', async () => {
    await wrong.stop();
    await server.start();
    await sleep(1_000);
  });
}

function countOf(submissions: readonly Submission[], fromMs: number, untilMs: number) {
  const counts = new Map<number | null, number>();
  for (const { answers } of submissions) {
    for (const { status, atMs = 0 } of answers) {
      if (atMs >= fromMs && atMs <= untilMs) counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
  return counts;
}
