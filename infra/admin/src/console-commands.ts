import { randomBytes } from 'node:crypto';
import { consoleRequests, memberRoles } from '@redline/contracts';
import { type Command, Option } from 'commander';
import { ask } from './ask.ts';
import type { Deps } from './deps.ts';
import { account } from './options.ts';

const newPassword = () => randomBytes(12).toString('base64url');

/** Adds the commands about people of the console. */
export function consoleCommands(program: Command, { withBus, print }: Deps): void {
  program
    .command('console')
    .command('member')
    .description(
      'let a person into the console as a member of an account, or change role and password; the password is shown once',
    )
    .addOption(account())
    .requiredOption('--email <email>', 'the address to sign in with; it counts as verified')
    .requiredOption('--name <name>', 'of the person, 1 to 80 characters')
    .addOption(new Option('--role <role>').choices(memberRoles).default('owner'))
    .option(
      '--organization <name>',
      'the name of the account in the console, if it has none yet',
      'Organisation',
    )
    .action(({ account: accountId, ...person }) =>
      withBus(async (bus) => {
        const password = newPassword();
        const { outcome: _, ...set } = await ask(bus, consoleRequests.memberSet, {
          ...person,
          accountId,
          password,
        });
        print({ ...set, email: person.email, password });
      }),
    );
}
