import { setTimeout as sleep } from 'node:timers/promises';
import { archiveSettings } from '@redline/backup';
import {
  createCustomers,
  createReader,
  createUploader,
  type FaultStack,
  makeReportableChecks,
  openTables,
  runLoad,
  type ServiceName,
  type Submission,
  settle,
  startFaultStack,
  type Tables,
  uploadFiles,
} from '@redline/fault';
import { type DrillContext, hold, step, timing } from '../drill.ts';
import { judged } from '../judged.ts';
import { withoutLost } from '../lost-since.ts';
import { admin } from '../operate.ts';
import { copyBase, copyFiles, postgresOf, untilArchived } from './back-up.ts';
import {
  loseEverything,
  restoreFiles,
  restorePostgres,
  startEmptyNats,
  startServices,
} from './bring-back.ts';

/** How a stack is lost and restored. */
export interface RestorePlan {
  /** True for one Postgres for each service. */
  readonly oneEach: boolean;
  /** How long before the last of them each service's database is restored, in ms; none: all at the same time. */
  readonly earlierMs: Partial<Readonly<Record<ServiceName, number>>>;
  /** True for images, videos, batches and reports too. */
  readonly isMixed: boolean;
  /** How long before the restored time, after the copy, the load lasts; and as long after it until the disaster. */
  readonly stepMs: number;
  /** How many things break an invariant knowingly, by its name. */
  readonly except?: Readonly<Record<string, number>>;
  /** Texts a second. */
  readonly rate: number;
}

const archiveSeconds = 2;
const settleTimeoutMs = 120_000;
/** The load ends with the disaster; a bound, should that never come. */
const loadSecondsMax = 300;
/** After that time too, a client whose submission has a key goes on until it is answered. */
const patienceMs = 120_000;
/** Credits of each grant of an account that must run out. */
const poorGrant = 20;
const reportsCount = 3;
const mixedRate = 1;
const firstMixedRef = 100_000;
const owners = [
  'billing',
  'text-engine',
  'media-engine',
  'report',
  'webhooks',
  'batch-orchestrator',
] as const;

/**
 * Loads a stack, backs it up meanwhile, destroys it with all its disks, restores it in the order of docs/backup.md, and holds
 * it to every answer of before the restored time.
 */
export async function restoreUnderLoad(context: DrillContext, plan: RestorePlan): Promise<void> {
  const settingsOf = (backupDir: string) => archiveSettings(backupDir, archiveSeconds);
  const postgres = { oneEach: plan.oneEach, settingsOf };
  const stack = await startFaultStack(timing, 'single', { postgres });
  const tables = openTables(stack.databaseUrls);
  try {
    await practise(context, plan, stack, tables);
  } finally {
    await tables.close();
    await stack.dispose();
  }
}

async function practise(
  context: DrillContext,
  plan: RestorePlan,
  stack: FaultStack,
  tables: Tables,
): Promise<void> {
  const { say } = context;
  const load = await startLoad(context, plan, stack);
  const { stepMs } = plan;
  await sleep(stepMs);
  await step(context, 'backup: a copy of each Postgres and of the files, under load', async () => {
    await Promise.all(postgresOf(stack).map(({ postgres }) => copyBase(postgres)));
    await copyFiles(stack);
  });
  await sleep(stepMs);
  const lastMs = Date.now();
  const timeOf = (service: ServiceName) => lastMs - (plan.earlierMs[service] ?? 0);
  await copyFiles(stack);
  await sleep(stepMs);
  await Promise.all(postgresOf(stack).map(({ postgres }) => untilArchived(postgres)));
  await step(context, 'disaster: everything killed, databases, streams and files removed', () =>
    loseEverything(stack),
  );
  load.end();
  const startMs = performance.now();
  await step(context, `1. Postgres as of ${new Date(lastMs).toISOString()}`, async () => {
    for (const { postgres, services } of postgresOf(stack)) {
      const [first = 'billing'] = services;
      if (plan.oneEach) say(`  ${first}: ${new Date(timeOf(first)).toISOString()}`);
      await restorePostgres(postgres, timeOf(first));
    }
  });
  await step(context, '2. NATS without what it held', () => startEmptyNats(stack));
  await step(context, '3. uploaded files', () => restoreFiles(stack));
  await step(context, '4. all services but the gateway', () => startServices(stack, owners));
  await step(context, '5. every record comes to its end', async () => {
    await settle(stack.bus, tables, settleTimeoutMs);
  });
  await step(context, '6. charges and records are compared, then the books', () =>
    compareBooks(context, stack),
  );
  // What was answered while the gateway died may be read late, and nothing is answered before this.
  const disasterMs = Date.now();
  await step(context, '7. the gateway', () => startServices(stack, ['gateway']));
  say(`restored after ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
  const submissions = (await load.ended).flat();
  await settle(stack.bus, tables, settleTimeoutMs);
  const restoredMs = Math.min(lastMs, ...owners.map(timeOf), timeOf('gateway'));
  sayAnswers(context, submissions, { restoredMs, disasterMs });
  const promised = withoutLost(submissions, { restoredMs, disasterMs });
  const { customers } = load;
  const knownIds = new Set(submissions.flatMap(({ answers }) => answers.flatMap(({ id }) => id ?? [])));
  const { except = {} } = plan;
  await judged(context, { stack, tables, customers, submissions: promised, except, knownIds });
}

async function startLoad(context: DrillContext, plan: RestorePlan, stack: FaultStack) {
  const { random, signal } = context;
  const { apiUrl, bus } = stack;
  const { rate, isMixed } = plan;
  let isOver = false;
  const customers = [...(await createCustomers(bus, poorGrant))];
  const common = {
    ...{ apiUrl, customers: [...customers], seconds: loadSecondsMax, patienceMs, random, signal },
    isOver: () => isOver,
  };
  const loads = [runLoad({ ...common, rate, files: null, reportable: [] })];
  if (isMixed) {
    const [uploader, reader] = [await createUploader(bus), await createReader(bus)];
    const files = await uploadFiles(apiUrl, uploader);
    const reportable = await makeReportableChecks(apiUrl, reader, files, reportsCount);
    customers.push(uploader, reader);
    const mixed = { rate: mixedRate, files, reportable: reportable.checks, firstRef: firstMixedRef };
    loads.push(runLoad({ ...common, ...mixed }), Promise.resolve(reportable.submissions));
  }
  return {
    customers,
    ended: Promise.all(loads),
    end: () => {
      isOver = true;
    },
  };
}

async function compareBooks(context: DrillContext, stack: FaultStack): Promise<void> {
  const first = await admin(stack, context, 'reconcile', '--hours', '192', '--youngest', '0');
  const { unknown } = first.answer['counts'] as { unknown: number };
  if (unknown > 0) {
    const all = ['--hours', '192', '--youngest', '0', '--refund-unknown'];
    context.say(`  records that were charged and that no owner knows: ${unknown}`);
    const second = await admin(stack, context, 'reconcile', ...all);
    hold(second.code === 0, 'charges of records that no owner knows are refunded');
  }
  const audit = await admin(stack, context, 'audit');
  hold(audit.code === 0, 'the audit finds no difference');
}

function sayAnswers(
  { say }: DrillContext,
  submissions: readonly Submission[],
  { restoredMs, disasterMs }: { readonly restoredMs: number; readonly disasterMs: number },
): void {
  const accepted = submissions.flatMap(({ answers }) => answers.filter(({ id }) => id));
  const at = (isIn: (atMs: number) => boolean) => accepted.filter(({ atMs = 0 }) => isIn(atMs)).length;
  const before = at((atMs) => atMs <= restoredMs);
  const lost = at((atMs) => atMs > restoredMs && atMs <= disasterMs);
  const after = at((atMs) => atMs > disasterMs);
  say(
    `201 before the restored time: ${before}; after it and lost: ${lost}; of the restored system: ${after}`,
  );
  hold(before > 0 && lost > 0, 'there were answers before the restored time and after it');
}
