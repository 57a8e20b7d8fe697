import {
  billingRequests,
  creditBuckets,
  gatewayRequests,
  productLineNames,
  type RequestRow,
  siteIds,
} from '@redline/contracts';
import { type Bus, call, listDead } from '@redline/service-kit/bus';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { deadJobsMax, replayDead } from './replay.ts';

/** Most parts of an audit of the whole ledger, of at most a minute each. */
const auditAsksMax = 1_440;

/** Thrown if a service refuses a command; the message is the service's. */
export class RefusedError extends Error {}

interface Deps {
  readonly withBus: <T>(use: (bus: Bus) => Promise<T>) => Promise<T>;
  readonly print: (answer: object) => void;
}

interface Answer {
  readonly outcome: string;
  readonly message?: string;
}

async function ask<I extends z.ZodTypeAny, O extends z.ZodType<Answer>>(
  bus: Bus,
  row: RequestRow<I, O>,
  payload: z.input<I>,
): Promise<Exclude<z.output<O>, { outcome: 'refused' }>> {
  const sendable = row.request.safeParse(payload);
  if (!sendable.success) throw new RefusedError(sendable.error.issues.map(sentenceOfIssue).join('; '));
  const answer: z.output<O> = await call(bus, row, payload);
  if (answer.outcome === 'refused') throw new RefusedError(answer.message ?? 'refused');
  return answer as Exclude<z.output<O>, { outcome: 'refused' }>;
}

const sentenceOfIssue = ({ path, message }: z.ZodIssue) => `${path.join('.')}: ${message}`;

function isoTime(value: string): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('it must be an ISO 8601 time.');
  return at.toISOString();
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,9}$/.test(value)) throw new InvalidArgumentError('it must be a whole number above 0.');
  return Number(value);
}

const account = () => new Option('--account <id>').makeOptionMandatory();
const site = () => new Option('--site <site>').choices(siteIds).makeOptionMandatory();
const expires = () => new Option('--expires <time>', 'ISO 8601; never by default').argParser(isoTime);

function accountCommands(program: Command, { withBus, print }: Deps): void {
  program
    .command('account')
    .command('create')
    .requiredOption('--email <email>')
    .action(({ email }) =>
      withBus(async (bus) => {
        const { accountId } = await ask(bus, billingRequests.accountCreate, { email });
        print({ accountId });
      }),
    );
  program
    .command('plan')
    .command('set')
    .addOption(account())
    .addOption(site())
    .requiredOption('--plan <plan>')
    .action((options) =>
      withBus(async (bus) => {
        const request = { accountId: options.account, siteId: options.site, plan: options.plan };
        await ask(bus, billingRequests.planSet, request);
        print(request);
      }),
    );
  program
    .command('product-line')
    .command('enable')
    .addOption(account())
    .addOption(new Option('--line <line>').choices(productLineNames).makeOptionMandatory())
    .action((options) =>
      withBus(async (bus) => {
        const request = { accountId: options.account, line: options.line };
        await ask(bus, billingRequests.productLineEnable, request);
        print(request);
      }),
    );
}

function creditCommands(program: Command, { withBus, print }: Deps): void {
  program
    .command('credits')
    .command('grant')
    .addOption(account())
    .addOption(site())
    .addOption(new Option('--bucket <bucket>').choices(creditBuckets).makeOptionMandatory())
    .addOption(new Option('--amount <credits>').argParser(wholeNumber).makeOptionMandatory())
    .addOption(expires())
    .action((options) =>
      withBus(async (bus) => {
        const { grantId, balance } = await ask(bus, billingRequests.creditsGrant, {
          accountId: options.account,
          siteId: options.site,
          bucket: options.bucket,
          amount: options.amount,
          expiresAt: options.expires ?? null,
        });
        print({ grantId, balance });
      }),
    );
  program
    .command('charges')
    .command('list')
    .addOption(account())
    .addOption(new Option('--limit <n>').argParser(wholeNumber).default(1_000))
    .option('--before <operationId>', 'the last charge of the previous page')
    .action((options) =>
      withBus(async (bus) => {
        const { charges, hasMore } = await ask(bus, billingRequests.chargesList, {
          accountId: options.account,
          limit: options.limit,
          before: options.before ?? null,
        });
        print({ charges, hasMore });
      }),
    );
  program
    .command('reconcile')
    .description(
      'compare charges with the records that they paid for, and refund what ended without a verdict',
    )
    .option('--hours <hours>', 'how far back, 192 at most', wholeNumber, 24)
    .action(({ hours }) =>
      withBus(async (bus) => {
        const since = new Date(Date.now() - hours * 3_600_000).toISOString();
        const { outcome: _, ...report } = await ask(bus, billingRequests.reconcile, { since });
        print(report);
        if (report.counts.unknown > 0) process.exitCode = 1;
      }),
    );
  program
    .command('audit')
    .description('recompute every balance from the entries; exit 1 on any difference')
    .option('--whole', 'the whole ledger, however long it takes; the default')
    .addOption(
      new Option(
        '--new',
        'only what came since the last audit; a change of what was there is not seen',
      ).conflicts('whole'),
    )
    .action((options) =>
      withBus(async (bus) => {
        const { accounts, charges, refunds, differences, isHeldUp } = await auditAll(
          bus,
          options.new ? 'new' : 'whole',
        );
        print({ accounts, charges, refunds, differences, ...(isHeldUp && { isHeldUp }) });
        if (differences.length > 0) process.exitCode = 1;
      }),
    );
}

/** Asks for an audit until it is complete: each answer takes a minute at most. */
async function auditAll(bus: Bus, scope: 'whole' | 'new') {
  let report = await ask(bus, billingRequests.audit, { scope, mayContinue: true });
  for (let asked = 1; !report.isComplete; asked++) {
    if (asked >= auditAsksMax) throw new RefusedError('the audit has not come to its end in a day');
    const { auditId } = report;
    report = await ask(bus, billingRequests.audit, { scope, auditId, mayContinue: true });
  }
  return report;
}

function keyCommands(program: Command, { withBus, print }: Deps): void {
  const key = program.command('key');
  key
    .command('create')
    .addOption(account())
    .addOption(site())
    .addOption(expires())
    .option('--force', 'also on a plan without keys')
    .action((options) =>
      withBus(async (bus) => {
        const created = await ask(bus, gatewayRequests.keyCreate, {
          accountId: options.account,
          siteId: options.site,
          expiresAt: options.expires ?? null,
          force: options.force ?? false,
        });
        print({ keyId: created.keyId, key: created.key });
      }),
    );
  key
    .command('revoke')
    .requiredOption('--key-id <id>')
    .action(({ keyId }) =>
      withBus(async (bus) => {
        const { outcome } = await ask(bus, gatewayRequests.keyRevoke, { keyId });
        if (outcome === 'not_found') throw new RefusedError(`there is no key ${keyId}`);
        print({ keyId, revoked: true });
      }),
    );
  key
    .command('list')
    .addOption(account())
    .action((options) =>
      withBus(async (bus) => {
        const { keys } = await ask(bus, gatewayRequests.keyList, { accountId: options.account });
        print({ keys });
      }),
    );
}

function jobCommands(program: Command, { withBus, print }: Deps): void {
  const jobs = program.command('jobs');
  jobs
    .command('dead')
    .description('list jobs whose attempts are used up, and messages that were rejected')
    .action(() =>
      withBus(async (bus) => {
        const dead = await listDead(bus, { limit: deadJobsMax });
        print({ jobs: dead.map(({ payload: _, ...facts }) => facts) });
      }),
    );
  jobs
    .command('replay')
    .description('replay dead jobs at no cost, and dead events for those that have not handled them')
    .argument('[sequences...]', 'sequence numbers of dead messages; all by default')
    .action((sequences: string[]) =>
      withBus(async (bus) => print({ jobs: await replayDead(bus, sequences.map(wholeNumber)) })),
    );
}

/**
 * Builds the operator's commands (spec document 4, Operators).
 * @param deps `withBus` connects to the stack, `print` writes the JSON answer
 * @returns a commander program that throws instead of exiting
 */
export function buildProgram(deps: Deps): Command {
  const program = new Command('admin').description('Operate a Redline stack');
  for (const add of [accountCommands, creditCommands, keyCommands, jobCommands]) add(program, deps);
  const throwing = (command: Command) => {
    command.exitOverride().configureOutput({ writeOut: (text) => process.stderr.write(text) });
    command.commands.forEach(throwing);
  };
  throwing(program);
  return program;
}
