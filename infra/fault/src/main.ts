import { randomInt } from 'node:crypto';
import { isMixed, planScenario, shapeOf } from './faults/scenarios.ts';
import { type Options, OptionsError, readOptions, usage } from './options.ts';
import { createRandom } from './random.ts';
import { reportOf } from './report.ts';
import { run } from './run.ts';
import type { Timing } from './stack/service-settings.ts';

/** Leases of 4 s, since pauses last up to 8 s and must outlast some of them. The gateway's lease keeps its default. */
const timing: Timing = {
  jobLeaseMs: 4_000,
  eventAckWaitMs: 4_000,
  sweepEveryMs: 1_000,
  neverTakenMs: 25_000,
  leaseEndedMs: 15_000,
  idempotencyLeaseMs: 30_000,
};
const patienceMs = 90_000;
const settleTimeoutMs = 120_000;
/** Credits of a grant of a poor account for each submission of the run: a third of what it needs. */
const poorShare = 1 / 36;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(options: Options, signal: AbortSignal): Promise<boolean> {
  const { seconds, rate, scenario, seed } = options;
  say(`fault: scenario ${scenario}, seed ${seed}`);
  const random = createRandom(seed);
  const faults = planScenario(scenario, seconds * 1_000, random);
  const poorGrant = Math.ceil(seconds * rate * poorShare);
  const given = {
    isMixed: isMixed(scenario),
    shape: shapeOf(scenario),
    isSeamless: scenario === 'rolling',
    seconds,
    rate,
    faults,
    random,
    timing,
    poorGrant,
    patienceMs,
    settleTimeoutMs,
    say,
    signal,
  };
  const result = await run(given);
  for (const line of reportOf(result)) say(line);
  const broken = result.verdicts.filter(({ violations }) => violations.length > 0).length;
  say(broken ? `${broken} invariants BROKEN, seed ${seed}` : `all invariants hold, seed ${seed}`);
  return broken === 0;
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
try {
  const options = readOptions(process.argv.slice(2), randomInt(2 ** 32));
  process.exitCode = (await main(options, stop.signal)) ? 0 : 1;
} catch (error) {
  if (error instanceof OptionsError) process.stderr.write(`fault: ${error.message}\n${usage}\n`);
  else if (!stop.signal.aborted)
    process.stderr.write(`fault: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(stop.signal.aborted ? 130 : 1);
}
process.exit();
