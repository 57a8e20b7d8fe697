import { randomUUID } from 'node:crypto';
import { freePort } from '@redline/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../src/run-admin.ts';
import { accountOf, accountPath, checked } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

let world: World;
let customer: Customer;

beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer();
});
afterAll(() => world.leave());

const admin = (line: string) => runAdmin(world.deployment.natsUrl, ...line.split(' '));

/** Runs a command that must be done. */
async function done(line: string): Promise<Record<string, string>> {
  const { exitCode, answer, stderr } = await admin(line);
  expect([line, exitCode, stderr]).toEqual([line, 0, '']);
  return Object(answer);
}

describe.concurrent('an operator at a terminal', () => {
  it('takes a customer from nothing to a check, an end of its key, and the charges', async () => {
    const { accountId = '' } = await done(`account create --email o+${randomUUID()}@example.com`);
    expect(accountId).toMatch(/^acct_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    const refused = await admin(`key create --account ${accountId} --site us`);
    expect([refused.exitCode, refused.answer]).toEqual([1, { error: expect.stringMatching(/premium|plan/) }]);
    const plan = { accountId, siteId: 'us', plan: 'premium' };
    expect(await done(`plan set --account ${accountId} --site us --plan premium`)).toMatchObject(plan);
    const grant = await done(`credits grant --account ${accountId} --site us --bucket booster --amount 5`);
    expect(grant).toEqual({ grantId: expect.stringMatching(/^grant_/), balance: 5 });
    const { keyId = '', key = '', ...nothing } = await done(`key create --account ${accountId} --site us`);
    expect([key, keyId, nothing]).toEqual([
      expect.stringMatching(/^svc_live_[A-Za-z0-9_-]{43,}$/),
      expect.stringMatching(/^key_/),
      {},
    ]);
    const { id } = await checked(world, key);
    expect(await done(`charges list --account ${accountId}`)).toMatchObject({
      charges: [{ operationId: id, siteId: 'us', amount: 2, refunded: 0 }],
      hasMore: false,
    });
    await done(`key revoke --key-id ${keyId}`);
    expect((await world.call({ key, path: accountPath })).status).toBe(401);
    const list = JSON.stringify(await done(`key list --account ${accountId}`));
    expect(list).toContain(keyId);
    expect(list).toContain(key.slice(0, 'svc_live_'.length + 2));
    expect(list).not.toContain(key.slice(0, 'svc_live_'.length + 12));
  });

  it('re-rolls a named key: both work during the overlap, and the list tells them apart', async () => {
    const own = await world.createCustomer();
    const create = [
      'key',
      'create',
      '--account',
      own.accountId,
      '--site',
      'us',
      '--name',
      'Shop in production',
    ];
    const created = await runAdmin(world.deployment.natsUrl, ...create);
    const { keyId = '', key = '' }: Record<string, string> = Object(created.answer);
    const next = await done(`key reroll --key-id ${keyId} --overlap 1`);
    expect(next).toMatchObject({ key: expect.stringMatching(/^svc_live_/), previousKeyId: keyId });
    for (const valid of [key, next['key']])
      expect((await world.call({ key: valid ?? '', path: accountPath })).status).toBe(200);
    const repeated = await admin(`key reroll --key-id ${keyId} --overlap 1`);
    expect([repeated.exitCode, repeated.answer]).toEqual([
      1,
      { error: expect.stringContaining(`re-rolled before, to ${next['keyId']}`) },
    ]);
    await done(`key rename --key-id ${keyId} --name Old`);
    const { accountId } = own;
    const { keys }: { keys?: Record<string, string>[] } = await done(`key list --account ${accountId}`);
    expect(keys?.slice(0, 2)).toMatchObject([
      { keyId: next['keyId'], name: 'Shop in production', accountId, siteId: 'us', rerolledTo: null },
      { keyId, name: 'Old', expiresAt: next['previousExpiresAt'], rerolledTo: next['keyId'] },
    ]);
    await done(`key reroll --key-id ${next['keyId']} --overlap 0`);
    expect((await world.call({ key: next['key'] ?? '', path: accountPath })).status).toBe(401);
  });

  it.each([
    'account create',
    'account create --email nonsense',
    'key revoke --key-id key_01jd0000000000000000000000',
    'key reroll --key-id key_01jd0000000000000000000000',
    'key rename --key-id key_01jd0000000000000000000000 --name Shop',
    'key',
  ])('is told what is wrong, with exit code 1: %s', async (line) => {
    const { exitCode, answer } = await admin(line);
    expect([exitCode, answer]).toEqual([1, { error: expect.stringMatching(/\w{3}/) }]);
  });

  it('is told when there is no stack to talk to', async () => {
    const { exitCode, answer } = await runAdmin(`nats://127.0.0.1:${await freePort()}`, 'jobs', 'dead');
    expect([exitCode, answer]).toEqual([1, { error: expect.stringMatching(/\w{3}/) }]);
  });

  it('sees dead jobs, and replays none where there are none', async () => {
    expect(await done('jobs dead')).toEqual({ jobs: expect.any(Array) });
    const { exitCode, answer } = await admin('jobs replay 999999999');
    expect([exitCode, answer]).toEqual([1, { error: expect.stringContaining('999999999') }]);
  });
});

describe('a command', () => {
  const refusal = async (line: string) => {
    const words = line.replace('ACCOUNT', customer.accountId).split(' ');
    return world.operate(...words).then(
      (answer) => `done: ${JSON.stringify(answer)}`,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  };

  it.each([
    ['plan set --account ACCOUNT --site us --plan flagship', /free, standard, premium, enterprise/],
    ['plan set --account ACCOUNT --site id --plan premium', /free, standard, flagship, enterprise/],
    ['plan set --account ACCOUNT --site fr --plan premium', /us, id, main/],
    ['credits grant --account ACCOUNT --site us --bucket gold --amount 1', /subscription, activity, booster/],
    ['credits grant --account ACCOUNT --site us --bucket booster --amount 0', /whole number/],
    ['credits grant --account ACCOUNT --site us --bucket booster --amount -5', /whole number|amount/],
    ['credits grant --account ACCOUNT --site us --bucket booster --amount 1.5', /whole number/],
    ['credits grant --account ACCOUNT --site us --bucket booster --amount 1e3', /whole number/],
    ['credits grant --account ACCOUNT --site us --bucket booster --amount 1 --expires soon', /ISO 8601/],
    [
      'credits grant --account ACCOUNT --site us --bucket booster --amount 1 --expires 2020-01-01',
      /past|future/,
    ],
    ['key create --account ACCOUNT --site us --expires 2020-01-01', /past|future/],
    ['credits grant --account ACCOUNT --site us --bucket booster --amount 9999999999', /amount.*1000000000/],
    ['plan set --account acct_01jd0000000000000000000000 --site us --plan premium', /no account/],
    ['key create --account acct_01jd0000000000000000000000 --site us --force', /no account/],
    ['nonsense', /nonsense/],
    ['charges list --account ACCOUNT --limit 5000', /limit.*1000/],
    ['account create --email a@b', /email/],
    ['product-line enable --account ACCOUNT --line novel', /duanju, touliu/],
    [
      'credits grant --account acct_01jd0000000000000000000000 --site us --bucket booster --amount 1',
      /no account/,
    ],
    ['key list --account acct_01jd0000000000000000000000', /account|"keys":\[\]/],
    ['charges list --account acct_01jd0000000000000000000000', /no account/],
  ])('%s is refused with what is accepted', async (line, sentence) => {
    expect(await refusal(line)).toMatch(sentence);
  });

  it('that was refused changes nothing', async () => {
    expect((await accountOf(world, customer.key)).credits.total).toBe(1_000);
    expect((await accountOf(world, customer.key)).subscription.plan).toBe('premium');
  });

  it('creates an account each time, since an address may have several', async () => {
    const email = `twice+${randomUUID()}@example.com`;
    const create = () => world.operate('account', 'create', '--email', email);
    expect(await create()).not.toEqual(await create());
  });

  it.each([
    ['us', 'free', false],
    ['us', 'standard', false],
    ['us', 'premium', true],
    ['us', 'enterprise', true],
    ['id', 'standard', false],
    ['id', 'flagship', true],
    ['main', 'standard', false],
    ['main', 'premium', true],
  ] as const)('on %s with the plan %s issues keys: %s; with --force always', async (site, plan, issues) => {
    const owner = await world.createCustomer({ site, plan, credits: 0 });
    const line = ['key', 'create', '--account', owner.accountId, '--site', site];
    const plain = await world.operate(...line).then(
      () => true,
      () => false,
    );
    expect(plain).toBe(issues);
    await expect(world.operate(...line, '--force')).resolves.toMatchObject({ key: expect.any(String) });
  });

  it('enables product lines', async () => {
    for (const name of ['duanju', 'touliu']) {
      await world.operate('product-line', 'enable', '--account', customer.accountId, '--line', name);
    }
  });

  it('recomputes every balance and finds no difference', async () => {
    expect(await world.operate('audit')).toMatchObject({ differences: [] });
  });
});
