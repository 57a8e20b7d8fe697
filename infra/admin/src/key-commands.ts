import { gatewayRequests, rerollOverlap } from '@redline/contracts';
import { type Command, Option } from 'commander';
import { ask, RefusedError } from './ask.ts';
import type { Deps } from './deps.ts';
import { account, expires, hours, site } from './options.ts';

const hourSeconds = 3_600;

const keyId = () => new Option('--key-id <id>').makeOptionMandatory();

/** Adds the commands about API keys. */
export function keyCommands(program: Command, deps: Deps): void {
  const keys = program.command('key');
  createCommand(keys, deps);
  rerollCommand(keys, deps);
  renameCommand(keys, deps);
  revokeCommand(keys, deps);
  listCommand(keys, deps);
}

function createCommand(keys: Command, { withBus, print }: Deps): void {
  keys
    .command('create')
    .description('issue a key; it is shown once')
    .addOption(account())
    .addOption(site())
    .option('--name <name>', '1 to 80 characters, to tell keys apart by; "API key" by default')
    .addOption(expires())
    .option('--test', 'a test key, which any plan may have: it costs no credits')
    .option('--force', 'also on a plan without keys')
    .action((options) =>
      withBus(async (bus) => {
        const created = await ask(bus, gatewayRequests.keyCreate, {
          accountId: options.account,
          siteId: options.site,
          mode: options.test ? 'test' : 'live',
          name: options.name,
          expiresAt: options.expires ?? null,
          force: options.force ?? false,
        });
        print({ keyId: created.keyId, key: created.key });
      }),
    );
}

function rerollCommand(keys: Command, { withBus, print }: Deps): void {
  keys
    .command('reroll')
    .description(
      'issue a key in the place of another, with its account, site, mode, name and expiry; once for a key',
    )
    .addOption(keyId())
    .addOption(
      new Option('--overlap <hours>', 'how long the old key goes on working, 0 to 168')
        .argParser(hours)
        .default(rerollOverlap.default / hourSeconds),
    )
    .action((options) =>
      withBus(async (bus) => {
        const { outcome: _, ...rerolled } = await ask(bus, gatewayRequests.keyReroll, {
          keyId: options.keyId,
          overlapSeconds: options.overlap * hourSeconds,
        });
        print(rerolled);
      }),
    );
}

function renameCommand(keys: Command, { withBus, print }: Deps): void {
  keys
    .command('rename')
    .addOption(keyId())
    .requiredOption('--name <name>', '1 to 80 characters')
    .action((options) =>
      withBus(async (bus) => {
        const request = { keyId: options.keyId, name: options.name };
        const { outcome } = await ask(bus, gatewayRequests.keyRename, request);
        if (outcome === 'not_found') throw noKey(options.keyId);
        print(request);
      }),
    );
}

function revokeCommand(keys: Command, { withBus, print }: Deps): void {
  keys
    .command('revoke')
    .addOption(keyId())
    .action((options) =>
      withBus(async (bus) => {
        const { outcome } = await ask(bus, gatewayRequests.keyRevoke, { keyId: options.keyId });
        if (outcome === 'not_found') throw noKey(options.keyId);
        print({ keyId: options.keyId, revoked: true });
      }),
    );
}

function listCommand(keys: Command, { withBus, print }: Deps): void {
  keys
    .command('list')
    .description('the keys of an account, newest first; of each only the first characters are shown')
    .addOption(account())
    .action(({ account: accountId }) =>
      withBus(async (bus) => {
        const listed = await ask(bus, gatewayRequests.keyList, { accountId });
        print({ keys: listed.keys.map(({ keyId: id, ...facts }) => ({ keyId: id, accountId, ...facts })) });
      }),
    );
}

const noKey = (id: string) => new RefusedError(`there is no key ${id}`);
