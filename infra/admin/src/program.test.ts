import type { Bus } from '@redline/service-kit/bus';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.ts';
import { sentenceOf } from './sentence.ts';

const program = () =>
  buildProgram({
    withBus: async <T>(_: (bus: Bus) => Promise<T>): Promise<T> => {
      throw new Error('the command reached the bus');
    },
    print: () => {},
  });
const run = (line: string) => program().parseAsync(line.split(' '), { from: 'user' });

/** A bus that no refused command may touch. */
const asked = (line: string) =>
  buildProgram({
    withBus: <T>(use: (bus: Bus) => Promise<T>) => use({} as Bus),
    print: () => {},
  }).parseAsync(line.split(' ').filter(Boolean), { from: 'user' });

describe('an operator’s command', () => {
  it.each([
    'account create --email a@example.com',
    'account export acct_1 --to folder --media --operator ann',
    'account erase acct_1 --yes --no-wait',
    'account erasure acct_1',
    'plan set --account acct_1 --site us --plan premium',
    'credits grant --account acct_1 --site main --bucket booster --amount 10 --expires 2027-01-01',
    'product-line enable --account acct_1 --line duanju',
    'key create --account acct_1 --site id --force',
    'key create --account acct_1 --site us --name Shop',
    'key reroll --key-id key_1',
    'key reroll --key-id key_1 --overlap 0',
    'key rename --key-id key_1 --name Shop',
    'key revoke --key-id key_1',
    'key list --account acct_1',
    'charges list --account acct_1',
    'reconcile --hours 192 --youngest 0 --refund-unknown',
    'jobs dead',
    'jobs replay 3 4',
    'audit',
    'audit --whole',
    'audit --new',
  ])('%s is understood', async (line) => {
    await expect(run(line)).rejects.toThrow('the command reached the bus');
  });

  it.each([
    ['credits grant --account a --site us --bucket gold --amount 1', /subscription, activity, booster/],
    ['credits grant --account a --site us --bucket booster --amount 1.5', /whole number above 0/],
    ['credits grant --account a --site us --bucket booster --amount 1 --expires soon', /ISO 8601/],
    ['plan set --account a --site fr --plan premium', /us, id, main/],
    ['key create --site us', /--account/],
    ['key reroll --key-id key_1 --overlap 169', /whole number of hours from 0 to 168/],
    ['key reroll --key-id key_1 --overlap -1', /whole number of hours from 0 to 168/],
    ['key rename --key-id key_1', /--name/],
    ['audit --new --whole', /'--new' cannot be used with .*'--whole'/],
    ['account export acct_1', /--to/],
    ['account erase', /account/],
    ['speech-model fetch --url http://127.0.0.1/model.tar --to folder', /--sha256/],
    ['nonsense', /nonsense/],
  ])('%s is refused with a sentence', async (line, sentence) => {
    await expect(run(line)).rejects.toSatisfy(
      (error) => error instanceof CommanderError && sentence.test(error.message),
    );
  });

  it.each([
    ['account create --email a@b', /^email: .*email/i],
    ['charges list --account a --limit 5000', /^limit: .*1000/],
    [`key rename --key-id key_1 --name ${'n'.repeat(81)}`, /^name: name must have 1 to 80 characters/],
    ['credits grant --account a --site us --bucket booster --amount 9999999999', /^amount: .*1000000000/],
  ])('%s is refused before it is sent, with the field and what is accepted', async (line, sentence) => {
    await expect(asked(line)).rejects.toThrow(sentence);
  });

  it('that fetches a speech model asks no service, and refuses what is no SHA-256', async () => {
    const line = 'speech-model fetch --url http://127.0.0.1/model.tar --sha256 abc --to folder';
    await expect(run(line)).rejects.toThrow('a SHA-256 has 64 hexadecimal digits');
  });

  it.each(['', 'key'])('that is not finished (%j) is told where help is', async (line) => {
    await expect(asked(line)).rejects.toSatisfy(
      (error) => error instanceof CommanderError && /--help/.test(sentenceOf(error)),
    );
  });
});
