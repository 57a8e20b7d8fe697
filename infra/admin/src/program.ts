import { resolve } from 'node:path';
import { billingRequests, creditBuckets } from '@redline/contracts';
import { type Bus, listDead } from '@redline/service-kit/bus';
import { fetchSpeechModel } from '@redline/speech';
import { Command, Option } from 'commander';
import { accountCommands } from './account-commands.ts';
import { ask, RefusedError } from './ask.ts';
import { consoleCommands } from './console-commands.ts';
import type { Deps } from './deps.ts';
import { keyCommands } from './key-commands.ts';
import { account, expires, minutes, site, wholeNumber } from './options.ts';
import { deadJobsMax, replayDead } from './replay.ts';

/** Most parts of an audit of the whole ledger, of at most a minute each. */
const auditAsksMax = 1_440;

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
    .option('--youngest <minutes>', 'age from which charges are compared; 0 while nothing runs', minutes, 60)
    .option(
      '--refund-unknown',
      'refund what no owner knows too: only after a restore, with the gateway stopped',
    )
    .action(({ hours, youngest, refundUnknown }) =>
      withBus(async (bus) => {
        const { outcome: _, ...report } = await ask(bus, billingRequests.reconcile, {
          since: new Date(Date.now() - hours * 3_600_000).toISOString(),
          unknown: refundUnknown ? 'refund' : 'name',
          youngestMinutes: youngest,
        });
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

function jobCommands(program: Command, { withBus, print }: Deps): void {
  const jobs = program.command('jobs');
  jobs
    .command('dead')
    .description('list jobs whose attempts are used up, and messages that were rejected')
    .action(() =>
      withBus(async (bus) => {
        const dead = await listDead(bus, { limit: deadJobsMax });
        print({ jobs: dead.map(({ payload: _, data: __, ...facts }) => facts) });
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

function speechCommands(program: Command, { print }: Deps): void {
  program
    .command('speech-model')
    .command('fetch')
    .description('fetch a speech model into a folder, for TRANSCRIPTION_MODEL_DIR of the media engine')
    .requiredOption('--url <url>', 'of an archive of a Whisper or SenseVoice model, as sherpa-onnx has them')
    .requiredOption('--sha256 <digits>', 'of the archive; another one is not kept')
    .requiredOption('--to <folder>', 'a new or empty folder')
    .action(async ({ url, sha256, to }) => {
      const folder = resolve(to);
      const { type, parts } = await fetchSpeechModel({ url, sha256, folder });
      print({ folder, type, files: Object.values(parts).map(({ name }) => name) });
    });
}

/**
 * Builds the operator's commands (spec document 4, Operators).
 * @param deps `withBus` connects to the stack, `print` writes the JSON answer
 * @returns a commander program that throws instead of exiting
 */
export function buildProgram(deps: Deps): Command {
  const program = new Command('admin').description('Operate a Redline stack');
  const commands = [accountCommands, creditCommands, keyCommands, consoleCommands, jobCommands];
  for (const add of [...commands, speechCommands]) add(program, deps);
  const throwing = (command: Command) => {
    command.exitOverride().configureOutput({ writeOut: (text) => process.stderr.write(text) });
    command.commands.forEach(throwing);
  };
  throwing(program);
  return program;
}
