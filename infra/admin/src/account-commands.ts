import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { billingRequests, productLineNames } from '@redline/contracts';
import { type Command, Option } from 'commander';
import { ask } from './ask.ts';
import type { Deps } from './deps.ts';
import { eraseAccount, renderProgress } from './erase-account.ts';
import { exportAccount } from './export/export-account.ts';
import { account, site } from './options.ts';

const operatorOption = () =>
  new Option('--operator <name>', 'who does it, for the log; the user of this machine by default');

/** The name of who runs the command; a user without an entry on this machine has none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** Adds the commands about accounts, their plans and product lines. */
export function accountCommands(program: Command, deps: Deps): void {
  const { withBus, print, note } = deps;
  const accounts = program.command('account');
  accounts
    .command('create')
    .requiredOption('--email <email>')
    .action(({ email }) =>
      withBus(async (bus) => {
        const { accountId } = await ask(bus, billingRequests.accountCreate, { email });
        print({ accountId });
      }),
    );
  accounts
    .command('export')
    .description('write what an account has into a folder: JSON lines of each kind, and a manifest')
    .argument('<account>')
    .requiredOption('--to <folder>', 'a new or empty folder')
    .option('--media', 'copy uploaded files, too; this machine must reach the address of uploads')
    .addOption(operatorOption())
    .action((accountId, { to, media, operator = userName() }) =>
      withBus(async (bus) => {
        const folder = resolve(to);
        const options = { accountId, operator, folder, media: media ?? false, note: note ?? (() => {}) };
        const { files, notCopied } = await exportAccount(bus, options);
        const counts = Object.fromEntries(files.map(({ file, lines }) => [file, lines]));
        print({ accountId, folder, files: counts, notCopied });
        if (notCopied > 0) process.exitCode = 1;
      }),
    );
  accounts
    .command('erase')
    .description('close an account and erase what every service has of it; its books stay, without names')
    .argument('<account>')
    .option('--yes', 'do not ask')
    .option('--no-wait', 'begin it and end; it goes on by itself')
    .addOption(operatorOption())
    .action((accountId, { yes, wait, operator = userName() }) =>
      withBus(async (bus) => {
        const progress = await eraseAccount(bus, { accountId, operator, yes: yes ?? false, wait }, deps);
        print(progress);
        if (wait && progress.finishedAt === null) process.exitCode = 1;
      }),
    );
  accounts
    .command('erasure')
    .description('how far the erasure of an account is, and what each service has left')
    .argument('<account>')
    .action((accountId) =>
      withBus(async (bus) => {
        const { erasure } = await ask(bus, billingRequests.accountErasure, { accountId });
        print(renderProgress(erasure));
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
