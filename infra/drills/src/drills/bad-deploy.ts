import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@redline/testkit/servers';
import type { Drill, DrillContext } from '../drill.ts';
import { hold, step } from '../drill.ts';
import { readyz } from '../operate.ts';
import { type LoadedStack, underLoad } from '../under-load.ts';

const crash = fileURLToPath(new URL('../preload/crash-after.mjs', import.meta.url));
/** Longer than a start takes on a busy machine. */
const crashAfterMs = 25_000;
const watchMs = 60_000;
const target = 'gateway-2';

/**
 * A rollout replaces one of two gateways, by releases that are bad in three ways; the other one serves. Then the last release
 * takes its place again.
 */
export const badDeploy: Drill = {
  section: 'A deploy is bad',
  run: (context) =>
    underLoad(context, {
      shape: 'cluster',
      options: { replicasOf: (service) => (service === 'gateway' ? 2 : 1) },
      async during(loaded) {
        const server = loaded.stack.servers.get(target);
        hold(server !== undefined, `there is ${target}`);
        await step(context, `${target} leaves, as in any rollout`, server.stop);
        await release(context, loaded, 'with a setting that is wrong', { RATE_QUERY: 'many' });
        await release(context, loaded, 'that cannot reach its database', {
          DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
        });
        await release(context, loaded, 'that serves and then crashes', {
          NODE_OPTIONS: `--import=${crash}`,
          DRILL_CRASH_AFTER_MS: String(crashAfterMs),
        });
        await step(context, 'the rollout is undone: the last release is started again', server.start);
        context.say(`  /readyz of ${target}: ${await readyz(loaded.stack, target)}`);
      },
      after(submissions) {
        const answers = submissions.flatMap((one) => one.answers);
        const failed = answers.filter(({ status }) => status === 500).length;
        const none = answers.filter(({ status }) => status === null).length;
        context.say(`  500: ${failed}, not answered: ${none} of ${answers.length} requests`);
        hold(failed === 0, 'no request was answered 500');
        hold(none <= 20, 'only requests that the crash cut off had no answer');
        const keyed = submissions.filter(({ idempotencyKey }) => idempotencyKey);
        const isAccepted = keyed.every((one) =>
          one.answers.some(({ status }) => status === 201 || status === 402),
        );
        hold(isAccepted, 'whoever repeats is accepted');
      },
    }),
};

async function release(
  context: DrillContext,
  { stack }: LoadedStack,
  how: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await step(context, `a release ${how}`, async () => {
    const bad = stack.buildWith(target, env);
    const started = bad.start().then(
      () => 'ready',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const became = await Promise.race([started, sleep(watchMs).then(() => 'neither ready nor ended')]);
    context.say(`  it is: ${became.slice(0, 300)}`);
    context.say(
      `  /readyz of ${target}: ${await readyz(stack, target)}, of gateway-1: ${await readyz(stack, 'gateway-1')}`,
    );
    if (became === 'ready') {
      const hasEnded = async () => bad.pid() === undefined;
      await waitFor(hasEnded, { timeoutMs: watchMs, everyMs: 100, what: 'the crash' });
      context.say(`  it ended; /readyz of gateway-1: ${await readyz(stack, 'gateway-1')}`);
    }
    await bad.kill();
    await started;
  });
}
