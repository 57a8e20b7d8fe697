import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults/fault.ts';
import { runFaults } from './faults/run-faults.ts';
import { invariants, judge, type Verdict } from './invariants/judge.ts';
import { seamless } from './invariants/seamless.ts';
import { createCustomers, createReader, createUploader } from './load/customers.ts';
import { makeReportableChecks } from './load/reportable-checks.ts';
import { runLoad } from './load/run-load.ts';
import { uploadFiles } from './load/upload-files.ts';
import { observe } from './outcome/observe.ts';
import type { Observed } from './outcome/observed.ts';
import { settle } from './outcome/settle.ts';
import { openTables } from './outcome/tables.ts';
import type { Random } from './random.ts';
import { type FaultStack, type Shape, type StackOptions, startFaultStack } from './stack/fault-stack.ts';
import type { Timing } from './stack/service-settings.ts';

export interface RunOptions {
  readonly seconds: number;
  /** Submissions per second. */
  readonly rate: number;
  /** True to submit images, videos and batches, and to order reports too. */
  readonly isMixed: boolean;
  /** `single` when left out. */
  readonly shape?: Shape;
  /** True if every request has to be answered: whatever is harmed, something else takes its place. */
  readonly isSeamless?: boolean;
  readonly faults: readonly Fault[];
  /** Runs after the faults of the stack, such as an upgrade. The load ends a little after it, or after `seconds` if that is sooner. */
  readonly during?: (stack: FaultStack) => Promise<void>;
  /** Reports that are ordered at most; by default so many as the load has room for. */
  readonly reportsMax?: number;
  readonly stack?: StackOptions;
  readonly random: Random;
  readonly timing: Timing;
  /** Credits of each grant of an account that must run out. */
  readonly poorGrant: number;
  readonly patienceMs: number;
  readonly settleTimeoutMs: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface RunResult {
  readonly observed: Observed;
  readonly verdicts: readonly Verdict[];
  readonly faults: readonly Fault[];
  readonly settledMs: number;
  /** The folder of the logs; only after a violation. */
  readonly logs: string | undefined;
}

/**
 * Starts a stack, submits load while its processes are killed, waits until all work is done and checks the invariants.
 * Stops everything in any case.
 * @throws Error if the invariants cannot be checked: the stack or a process does not start, or the run was aborted
 */
export async function run(options: RunOptions): Promise<RunResult> {
  const { timing, shape, say, signal } = options;
  const stack = await startFaultStack(timing, shape, options.stack);
  let keepLogs = true;
  try {
    signal.throwIfAborted();
    const result = await Promise.race([judged(stack, options), aborted(signal)]);
    keepLogs = !result.verdicts.every(({ violations }) => violations.length === 0);
    return { ...result, logs: keepLogs ? stack.folder : undefined };
  } catch (error) {
    keepLogs = !signal.aborted;
    if (keepLogs) say(`logs: ${stack.folder}`);
    throw error;
  } finally {
    await stack.dispose({ keepLogs });
  }
}

/** Reports of a run, each of a check of its own that is made before the first fault. */
const reportShare = 0.15;
const reportsOfRunMax = 40;
/** Load before and after what happens `during` a run. */
const leadMs = 5_000;

async function judged(stack: FaultStack, options: RunOptions): Promise<Omit<RunResult, 'logs'>> {
  const { say, signal, settleTimeoutMs, isMixed } = options;
  const { apiUrl, bus } = stack;
  const customers = await createCustomers(bus, options.poorGrant);
  const uploader = isMixed ? await createUploader(bus) : null;
  const files = uploader && (await uploadFiles(apiUrl, uploader));
  const reader = isMixed ? await createReader(bus) : null;
  const { during, reportsMax = reportsOfRunMax } = options;
  const count = Math.min(reportsMax, Math.ceil(options.seconds * options.rate * reportShare));
  const prepared = reader && files && (await makeReportableChecks(apiUrl, reader, files, count));
  const tables = openTables(stack.databaseUrls);
  try {
    say(`load: ${options.rate} submissions a second for ${options.seconds} s, ${customers.length} keys`);
    let isOver = false;
    const befall = async () => {
      await runFaults(stack, options.faults, say, signal);
      if (!during) return;
      await sleep(leadMs, undefined, { signal });
      await during(stack);
      await sleep(leadMs, undefined, { signal });
      isOver = true;
    };
    const reportable = prepared?.checks ?? [];
    const [submissions] = await Promise.all([
      runLoad({ ...options, apiUrl, customers, files, reportable, isOver: () => isOver }),
      befall(),
    ]);
    const settledMs = await settle(bus, tables, settleTimeoutMs);
    const observed = await observe({
      apiUrl,
      bus,
      tables,
      submissions: [...(prepared?.submissions ?? []), ...submissions],
      customers: [...customers, ...(uploader ? [uploader] : []), ...(reader ? [reader] : [])],
    });
    const verdicts = judge(observed, options.isSeamless ? [...invariants, ...seamless] : invariants);
    return { observed, verdicts, faults: options.faults, settledMs };
  } finally {
    await tables.close();
  }
}

/** Rejects when the run is aborted, and never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
