import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Customer,
  createCustomers,
  type FaultStack,
  openTables,
  runLoad,
  type StackOptions,
  type Submission,
  settle,
  startFaultStack,
  type Tables,
} from '@redline/fault';
import { type DrillContext, timing } from './drill.ts';
import { judged } from './judged.ts';

export interface LoadedStack {
  readonly stack: FaultStack;
  readonly tables: Tables;
  readonly customers: readonly Customer[];
}

export interface UnderLoad {
  readonly shape?: 'single' | 'cluster';
  readonly options?: StackOptions;
  /** Texts a second. */
  readonly rate?: number;
  /** Does something to the stack while it is loaded; the load ends a little after it. */
  readonly during: (loaded: LoadedStack) => Promise<void>;
  /** How many things break an invariant knowingly, by its name. */
  readonly except?: Readonly<Record<string, number>>;
  /** Conditions that the answers must meet. */
  readonly after?: (submissions: readonly Submission[], loaded: LoadedStack) => Promise<void> | void;
}

/** The load ends with the drill; a bound, should that never come. */
const loadSecondsMax = 300;
const patienceMs = 90_000;
const settleTimeoutMs = 120_000;
const leadMs = 4_000;
const poorGrant = 30;

/** Loads a stack with texts while something happens to it, waits until its work is done, and checks the invariants. */
export async function underLoad(context: DrillContext, drill: UnderLoad): Promise<void> {
  const { say, random, signal } = context;
  const stack = await startFaultStack(timing, drill.shape ?? 'single', drill.options);
  const tables = openTables(stack.databaseUrls);
  try {
    const customers = await createCustomers(stack.bus, poorGrant);
    const loaded = { stack, tables, customers };
    const rate = drill.rate ?? 10;
    let isOver = false;
    const ended = runLoad({
      ...{ apiUrl: stack.apiUrl, customers, rate, seconds: loadSecondsMax, patienceMs, random, signal },
      ...{ files: null, reportable: [], isOver: () => isOver },
    });
    say(`load: ${rate} texts a second`);
    await sleep(leadMs);
    await drill.during(loaded);
    await sleep(leadMs);
    isOver = true;
    const submissions = await ended;
    const settledMs = await settle(stack.bus, tables, settleTimeoutMs);
    say(`every record had ended ${(settledMs / 1_000).toFixed(1)} s after the last client`);
    sayAnswers(context, submissions);
    await judged(context, { stack, tables, customers, submissions, except: drill.except ?? {} });
    await drill.after?.(submissions, loaded);
  } finally {
    await tables.close();
    await stack.dispose();
  }
}

function sayAnswers({ say }: DrillContext, submissions: readonly Submission[]): void {
  const answers = submissions.flatMap((one) => one.answers);
  const count = (status: number | null) => answers.filter((answer) => answer.status === status).length;
  say(
    `${submissions.length} submissions; answers: ${count(201)} × 201, ${count(402)} × 402, ${count(429)} × 429, ${count(500)} × 500, ${count(null)} none`,
  );
}
