import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unlimitedRates } from '@redline/local';
import { checkOut, commitOf } from '@redline/local/check-out-commit';
import { connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { freePort } from '@redline/testkit/servers';
import { runStack } from '@redline/upgrade/run-stack';
import { drained, submitMany } from './checks.ts';
import { cpuTimes, threadMs } from './cpu-time.ts';
import { type Customer, openCustomers } from './customers.ts';
import { median } from './statistics.ts';

const usage = 'usage: bench against COMMIT [--rounds 8] [--count 1000] [--folder FOLDER]';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const customerCount = 50;
/** For events that follow a verdict: usage, refunds, the outbox. */
const afterwardsMs = 1_500;
const idleMs = 20_000;
/** Seldom, since Postgres pays for it, and the longer the judge takes the more. */
const drainPollMs = 500;
/** Parts that are no services of the product. */
const servers = ['postgres', 'nats'];

type Side = 'base' | 'ours';
/** Milliseconds by part. */
type Costs = ReadonlyMap<string, number>;

interface Measured {
  readonly costs: Costs;
  readonly elapsedMs: number;
}

interface Running {
  readonly side: Side;
  readonly apiUrl: string;
  readonly textEngineUrl: string;
  readonly customers: readonly Customer[];
  readonly processes: () => readonly { readonly name: string; readonly pid: number }[];
  readonly stop: () => Promise<void>;
}

/**
 * Compares the CPU time of one submission until all that follows from it is done with that of a commit: two stacks side
 * by side, each with its own Postgres and NATS of the same programs, measured in turns, so that other load of the machine
 * affects both. The judge's own time, that of the worker threads of the text engine, is a part by itself; what a stack
 * costs without work is measured too, and left out.
 * @returns the lines of the report
 * @throws Error if a stack does not start or refuses a submission, or the command line is wrong
 */
export async function* benchAgainst(args: readonly string[]): AsyncGenerator<string> {
  const { commit, rounds, count, folder } = readOptions(args);
  Object.assign(process.env, unlimitedRates, { LOG_LEVEL: 'warn' });
  const data = await mkdtemp(join(tmpdir(), 'redline-against-'));
  const running: Running[] = [];
  try {
    running.push(await start('base', checkOut(root, commit, folder), join(data, 'base')));
    running.push(await start('ours', root, join(data, 'ours')));
    for (const stack of running) await submit(stack, count * 2);
    yield `CPU of one submission of 500 characters against ${commit.slice(0, 8)}: ${rounds} rounds of ${count}, in turns`;
    const idleBefore = await idleRates(running);
    const measured: Record<Side, Measured[]> = { base: [], ours: [] };
    for (let round = 0; round < rounds; round++) {
      for (const stack of round % 2 === 0 ? running : running.toReversed()) {
        measured[stack.side].push(await costsOf(stack, () => submit(stack, count)));
      }
    }
    const idleAfter = await idleRates(running);
    const costs: Record<Side, Costs[]> = { base: [], ours: [] };
    for (const side of ['base', 'ours'] as const) {
      const idle = lesser(idleBefore[side], idleAfter[side]);
      costs[side] = measured[side].map((round) => withoutIdle(round, idle));
      yield `${side}, idle: ${describe(idle, 1 / 1_000)} ms a second`;
    }
    for (const side of ['base', 'ours'] as const)
      yield `${side}: ${describe(medians(costs[side]), count)} ms`;
    for (const [name, of] of sums) {
      const ratios = costs.ours.map((ours, round) => of(ours) / of(costs.base[round] ?? ours));
      yield `${name}, ours of base: ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
    }
  } finally {
    for (const { stop } of running.reverse()) await stop();
    await rm(data, { recursive: true, force: true });
  }
}

const sumOf =
  (isPart: (part: string) => boolean) =>
  (costs: Costs): number =>
    [...costs].reduce((sum, [part, ms]) => (isPart(part) ? sum + ms : sum), 0);

const isServed = (part: string): boolean => !['judge', 'text-engine V8'].includes(part);
const sums = [
  ['Node processes without the judge', sumOf((part) => part !== 'judge' && !servers.includes(part))],
  [
    'the same without the V8 threads of the text engine',
    sumOf((part) => isServed(part) && !servers.includes(part)),
  ],
  ['all without the judge', sumOf((part) => part !== 'judge')],
  ['the same without the V8 threads of the text engine', sumOf(isServed)],
  ['Postgres', sumOf((part) => part === 'postgres')],
  ['nats-server', sumOf((part) => part === 'nats')],
  ['the judge', sumOf((part) => part === 'judge')],
] as const;

function describe(costs: Costs, divisor: number): string {
  const parts = [...costs].map(([part, ms]) => `${part} ${(ms / divisor).toFixed(2)}`);
  return `${parts.join(', ')}; without the judge ${(sumOf((part) => part !== 'judge')(costs) / divisor).toFixed(2)}`;
}

function medians(rounds: readonly Costs[]): Costs {
  const parts = [...(rounds[0] ?? new Map<string, number>()).keys()];
  return new Map(parts.map((part) => [part, median(rounds.map((costs) => costs.get(part) ?? 0))]));
}

/** Measures what a stack costs while something is done, and until what follows from it is done. */
async function costsOf(stack: Running, work: () => Promise<unknown>): Promise<Measured> {
  const startedMs = performance.now();
  const before = costsNow(stack);
  await work();
  const costs = new Map([...costsNow(stack)].map(([part, ms]) => [part, ms - (before.get(part) ?? 0)]));
  return { costs, elapsedMs: performance.now() - startedMs };
}

/** Measures what the stacks cost without work, each by itself, in milliseconds a millisecond. */
async function idleRates(running: readonly Running[]): Promise<Record<Side, Costs>> {
  const rates: Record<Side, Costs> = { base: new Map(), ours: new Map() };
  for (const stack of running) rates[stack.side] = perMs(await costsOf(stack, () => sleep(idleMs)));
  return rates;
}

/** A collection of garbage, or a sweep that is due once a minute, is in one of two measurements and not in both. */
const lesser = (one: Costs, other: Costs): Costs =>
  new Map([...one].map(([part, rate]) => [part, Math.min(rate, other.get(part) ?? rate)]));

const perMs = ({ costs, elapsedMs }: Measured): Costs =>
  new Map([...costs].map(([part, ms]) => [part, ms / elapsedMs]));

/** Leaves out what the stack would have cost in that time without work, so that a busy machine makes nothing dearer. */
const withoutIdle = ({ costs, elapsedMs }: Measured, rates: Costs): Costs =>
  new Map([...costs].map(([part, ms]) => [part, ms - (rates.get(part) ?? 0) * elapsedMs]));

function costsNow({ processes }: Running): Costs {
  const all = processes();
  const costs = cpuTimes(all);
  const engine = all.find(({ name }) => name === 'text-engine');
  const judge = engine ? threadMs(engine.pid, 'WorkerThread') : 0;
  const judgeV8 = engine ? threadMs(engine.pid, 'V8Worker') : 0;
  return costs
    .set('text-engine', (costs.get('text-engine') ?? 0) - judge - judgeV8)
    .set('text-engine V8', judgeV8)
    .set('judge', judge);
}

async function submit({ apiUrl, textEngineUrl, customers }: Running, count: number): Promise<void> {
  await submitMany(apiUrl, customers, count);
  await drained({ adminUrl: textEngineUrl }, drainPollMs);
  await sleep(afterwardsMs);
}

async function start(side: Side, checkout: string, dataDir: string): Promise<Running> {
  const stack = await runStack(checkout, { dataDir, port: await freePort() });
  const log = createLogger({ service: 'bench', level: 'silent' });
  const bus = await connectBus({ url: stack.natsUrl, name: 'bench', log });
  const customers = await openCustomers(bus, customerCount).finally(() => bus.close());
  const textEngineUrl = stack.databaseUrls['text-engine'] ?? '';
  const processes = () => stack.processes().filter(({ name }) => name !== 'launcher');
  return { side, apiUrl: stack.apiUrl, textEngineUrl, customers, processes, stop: stack.stop };
}

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '8' },
      count: { type: 'string', default: '1000' },
      folder: { type: 'string', default: join(tmpdir(), 'redline-compare') },
    },
  });
  const [base] = positionals;
  if (base === undefined) throw new TypeError(usage);
  const number = (text: string): number => {
    if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
    throw new TypeError(`"${text}" must be a whole number from 1 to 999999; ${usage}`);
  };
  return {
    commit: commitOf(root, base),
    rounds: number(values.rounds),
    count: number(values.count),
    folder: resolve(values.folder),
  };
}
