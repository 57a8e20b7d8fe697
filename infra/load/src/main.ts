import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@redline/fault/random';
import { costsBetween, costsPerCheck } from './costs.ts';
import { describeCapacity } from './describe-capacity.ts';
import { type Mix, type MixName, mixes } from './mix.ts';
import { brokenBy, kneeOf, nextRate, type Step } from './objectives.ts';
import { type Loadable, withOwnStack, withRunningProduct } from './open-world.ts';
import { type Options, readOptions } from './options.ts';
import { describeCosts, describeTimes } from './report.ts';
import { runAtRate } from './run-rate.ts';
import { ownCosts, readCosts, saveCosts } from './saved-costs.ts';
import { measureWalls } from './walls.ts';

/** `npm run -s load [-- run|staircase|walls|capacity …]`: what the product stands, and what it needs. */
const idleMs = 15_000;
/** For events that follow a verdict: usage, refunds, the outbox. */
const afterwardsMs = 1_500;
const stepsMax = 25;
let isEnding = false;

const say = (line: string) => process.stdout.write(`${line}\n`);
const isOver = () => isEnding;

const loadWith = (options: Options, use: (loadable: Loadable) => Promise<void>): Promise<void> => {
  const { wanted, seed, inFlightMax, product } = options;
  const all: Mix = Object.assign({}, ...wanted.map((mix) => mixes[mix]));
  const worldOptions = { mix: all, random: createRandom(seed), inFlightMax };
  return product ? withRunningProduct(product, worldOptions, use) : withOwnStack(worldOptions, use);
};

const atRate = (options: Options, { world, references }: Loadable, mix: MixName, rate: number) => {
  const { seconds, warmupSeconds } = options;
  return runAtRate(world, { mix: mixes[mix], rate, seconds, warmupSeconds, references, isOver });
};

const rateOf = ({ rates }: Options, index: number): number => rates[index] ?? rates.at(-1) ?? 1;

async function run(options: Options): Promise<void> {
  await loadWith(options, async (loadable) => {
    for (const [index, mix] of options.wanted.entries()) {
      if (!isEnding) await runMix(options, loadable, mix, rateOf(options, index));
    }
  });
}

async function runMix(options: Options, loadable: Loadable, mix: MixName, rate: number): Promise<void> {
  const { warmupSeconds, save } = options;
  const { world, meter } = loadable;
  const idleBefore = await meter?.read();
  if (meter) await sleep(idleMs);
  const before = await meter?.read();
  const checksBefore = world.accepted.checks;
  say(`${mix}, ${warmupSeconds} s of warm-up first`);
  for (const line of describeTimes(await atRate(options, loadable, mix, rate), rate)) say(line);
  await sleep(afterwardsMs);
  const after = await meter?.read();
  const checks = world.accepted.checks - checksBefore;
  if (!idleBefore || !before || !after || checks === 0) return;
  const idle = costsBetween(idleBefore, before);
  const per = costsPerCheck(costsBetween(before, after), idle, checks);
  for (const line of describeCosts(per, idle, checks)) say(line);
  if (save !== undefined) saveCosts(save, mix, per, checks);
}

async function staircase(options: Options): Promise<void> {
  await loadWith(options, async (loadable) => {
    for (const [index, mix] of options.wanted.entries())
      await climb(options, loadable, mix, rateOf(options, index));
  });
}

async function climb(options: Options, loadable: Loadable, mix: MixName, firstRate: number): Promise<void> {
  const steps: Step[] = [];
  while (steps.length < stepsMax && !isEnding) {
    const rate = nextRate(steps, firstRate);
    if (rate === undefined) break;
    const result = await atRate(options, loadable, mix, rate);
    const broken = brokenBy(result.recorder, result.begun);
    steps.push({ rate, isKept: broken === undefined });
    for (const line of describeTimes(result, rate)) say(line);
    say(`  ${broken === undefined ? 'all objectives are kept' : `broken: ${broken}`}`);
  }
  const knee = kneeOf(steps);
  say(knee === undefined ? `${mix}: the first rate is too much` : `the knee of ${mix}: ${knee.toFixed(1)}/s`);
}

function capacity(options: Options): void {
  const { checks, peakFactor, images, videos, retentionDays, utilisation, costs } = options;
  const shares = { texts: 1 - images - videos, images, videos };
  const plan = { peakFactor, shares, retentionDays, utilisation };
  const { measured, alone } = readCosts(costs ?? ownCosts);
  for (const line of describeCapacity(checks, plan, measured, alone)) say(line);
}

async function main(options: Options): Promise<void> {
  if (options.command === 'run') await run(options);
  if (options.command === 'staircase') await staircase(options);
  if (options.command === 'capacity') capacity(options);
  if (options.command === 'walls') for await (const line of measureWalls(options.seconds)) say(line);
}

// What was begun is measured and said, and the stack ends in order; a second signal ends at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isEnding) process.exit(1);
    isEnding = true;
  });
}
try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`load: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
