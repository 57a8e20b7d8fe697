import { waitFor } from '@redline/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountOf,
  accountPath,
  checksPath,
  finished,
  goodBody,
  listChecks,
  post,
  remove,
  submit,
} from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

let world: World;
let customer: Customer;

beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer();
});
afterAll(() => world.leave());

const statusOf = async (call: Parameters<World['call']>[0]) => (await world.call(call)).status;
const withTenant = (tenant: string) => ({ 'x-end-tenant': tenant });

describe('a request without a valid key', () => {
  const secret = () => customer.key.slice('svc_live_'.length);
  it.each<[string, () => string | undefined]>([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a scheme alone', () => 'Bearer'],
    ['a key alone', () => customer.key],
    ['another scheme', () => `Basic ${Buffer.from(`${customer.key}:`).toString('base64')}`],
    ['the scheme twice', () => `Bearer Bearer ${customer.key}`],
    ['another prefix', () => `Bearer svc_test_${secret()}`],
    ['no prefix', () => `Bearer ${secret()}`],
    ['one character too few', () => `Bearer ${customer.key.slice(0, -1)}`],
    ['one character too many', () => `Bearer ${customer.key}A`],
    ['the wrong case', () => `Bearer ${customer.key.toUpperCase()}`],
    ['a key that was never issued', () => `Bearer svc_live_${'A'.repeat(43)}`],
    ['a login token', () => 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['a quoted key', () => `Bearer "${customer.key}"`],
    ['two keys', () => `Bearer ${customer.key}, Bearer ${customer.key}`],
    ['8,000 characters', () => `Bearer svc_live_${'A'.repeat(8_000)}`],
  ])('is 401: %s', async (_name, authorization) => {
    const value = authorization();
    const headers = value === undefined ? {} : { authorization: value };
    expect(await statusOf({ path: accountPath, headers })).toBe(401);
  });

  it('is 401 on every route of a site, whether it exists or not', async () => {
    for (const [method, path] of [
      ['GET', checksPath],
      ['POST', checksPath],
      ['GET', `${checksPath}/x`],
      ['DELETE', `${checksPath}/x`],
      ['PUT', checksPath],
      ['GET', '/v1/intl/us/nothing'],
      ['GET', '/v1/account'],
    ] as const) {
      expect([method, path, await statusOf({ method, path })]).toEqual([method, path, 401]);
    }
  });

  it('is 401 when the key comes anywhere but in its header', async () => {
    expect(await statusOf({ path: `${accountPath}?key=${customer.key}&access_token=${customer.key}` })).toBe(
      401,
    );
    expect(await statusOf({ path: accountPath, headers: { 'x-api-key': customer.key } })).toBe(401);
    expect(await statusOf({ path: accountPath, headers: { cookie: `key=${customer.key}` } })).toBe(401);
  });

  it('may write the scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${customer.key}` };
      expect(await statusOf({ path: accountPath, headers })).toBe(200);
    }
  });
});

describe('a key of one site', () => {
  it('is 401 on the others, both ways', async () => {
    const [indonesian, chinese] = await Promise.all([
      world.createCustomer({ site: 'id', plan: 'flagship' }),
      world.createCustomer({ site: 'main' }),
    ]);
    for (const { key } of [indonesian, chinese]) {
      expect(await statusOf({ key, path: accountPath })).toBe(401);
      expect((await post(world, key, goodBody)).status).toBe(401);
      expect(await statusOf({ key, path: `${checksPath}/x` })).toBe(401);
    }
    const elsewhere = ['/v1/intl/id/account', '/v1/intl/id/text/checks', '/v1/account', '/v1/text/checks'];
    for (const path of elsewhere)
      expect([path, await statusOf({ key: customer.key, path })]).toEqual([path, 401]);
  });

  it.each(['/v1/intl/fr/account', '/v1/intl/US/account', '/v1/intl/main/account', '/v1/intl', '/v1/intl/'])(
    'is 404 where there is no site, with a key and without: %s',
    async (path) => {
      expect(await statusOf({ path })).toBe(404);
      expect(await statusOf({ key: customer.key, path })).toBe(404);
      expect(await statusOf({ key: `svc_live_${'B'.repeat(43)}`, path })).toBe(404);
    },
  );
});

describe('the life of a key', () => {
  it('ends at once when it is revoked; other keys of the account go on', async () => {
    const other = await world.createKey(customer);
    expect(await statusOf({ key: other.key, path: accountPath })).toBe(200);
    await world.operate('key', 'revoke', '--key-id', other.keyId);
    expect(await statusOf({ key: other.key, path: accountPath })).toBe(401);
    expect((await post(world, other.key, goodBody)).status).toBe(401);
    expect(await statusOf({ key: customer.key, path: accountPath })).toBe(200);
  });

  it('ends when it expires, and not before', async () => {
    const expires = new Date(Date.now() + 2_000).toISOString();
    const { key } = await world.createKey(customer, 'us', '--expires', expires);
    expect(await statusOf({ key, path: accountPath })).toBe(200);
    const ended = async () => (await statusOf({ key, path: accountPath })) === 401;
    await waitFor(ended, { timeoutMs: 5_000, everyMs: 100, what: 'the end of the key' });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  });

  it('outlasts the plan under which it was issued', async () => {
    const owner = await world.createCustomer();
    await world.operate('plan', 'set', '--account', owner.accountId, '--site', 'us', '--plan', 'free');
    expect((await post(world, owner.key, goodBody)).status).toBe(201);
    expect((await accountOf(world, owner.key)).subscription.plan).toBe('free');
  });
});

describe('an end tenant', () => {
  it.each(['a', 'A-Z.a_z:09', 'x'.repeat(64), '...', '::', '__proto__'])(
    'may be named %s',
    async (tenant) => {
      const id = await submit(world, customer.key, {}, withTenant(tenant));
      expect((await listChecks(world, customer.key, '', withTenant(tenant))).data[0]?.id).toBe(id);
    },
  );

  it.each(['', ' ', 'a b', 'x'.repeat(65), 'a/b', 'ä', 'a,b', 'a\tb', '租户', 'a%20b'])(
    'may not be named %j: 400 for every method',
    async (tenant) => {
      const headers = withTenant(Buffer.from(tenant).toString('latin1'));
      expect((await post(world, customer.key, goodBody, headers)).status).toBe(400);
      for (const [method, path] of [
        ['GET', checksPath],
        ['GET', accountPath],
        ['GET', `${checksPath}/x`],
        ['DELETE', `${checksPath}/x`],
      ] as const) {
        const answer = await world.call({ key: customer.key, method, path, headers });
        expect([method, path, answer.status]).toEqual([method, path, 400]);
        expect(answer.text).toContain('X-End-Tenant');
      }
    },
  );

  it('sees its own checks and no others, in lists, reads and deletes', async () => {
    const owner = await world.createCustomer();
    const { key } = owner;
    const scopes = [{}, withTenant('one'), withTenant('ONE'), withTenant('two')];
    const ids = await Promise.all(scopes.map((scope) => submit(world, key, {}, scope)));
    for (const [own, scope] of scopes.entries()) {
      const { data, total } = await listChecks(world, key, '', scope);
      expect([data.map(({ id }) => id), total]).toEqual([[ids[own]], 1]);
      for (const [index, id] of ids.entries()) {
        const expected = index === own ? 200 : 404;
        expect(await statusOf({ key, path: `${checksPath}/${id}`, headers: scope })).toBe(expected);
        if (index !== own) expect((await remove(world, key, id, scope)).status).toBe(404);
      }
    }
  });

  it('is the same for every key of the account, and another one for every other account', async () => {
    const [one, two] = await Promise.all([world.createCustomer(), world.createCustomer()]);
    const sameAccount = await world.createKey(one);
    const headers = withTenant('shop-1');
    const id = await submit(world, one.key, {}, headers);
    const path = `${checksPath}/${id}`;
    await finished(world, sameAccount.key, id, headers);
    expect(await statusOf({ key: two.key, path, headers })).toBe(404);
    expect(await statusOf({ key: two.key, path })).toBe(404);
    expect((await remove(world, two.key, id, headers)).status).toBe(404);
    expect((await listChecks(world, two.key, '', headers)).total).toBe(0);
    expect((await remove(world, sameAccount.key, id, headers)).status).toBe(200);
  });

  it('shares credits, plan and usage with the account', async () => {
    const owner = await world.createCustomer();
    await submit(world, owner.key, {}, withTenant('a'));
    await submit(world, owner.key, {}, withTenant('b'));
    const answer = await world.call({ key: owner.key, path: accountPath, headers: withTenant('c') });
    expect(answer.body).toMatchObject({
      data: { credits: { total: 996 }, usageThisMonth: { textChecks: 2 } },
    });
  });

  it('does not come about by a query', async () => {
    const owner = await world.createCustomer();
    for (let n = 0; n < 5; n += 1) await listChecks(world, owner.key, '', withTenant(`never-used-${n}`));
    expect((await listChecks(world, owner.key, '', withTenant('never-used-1'))).total).toBe(0);
  });
});
