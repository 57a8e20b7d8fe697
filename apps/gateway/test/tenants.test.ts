import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksPath, type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let other: Replica;
const env = { TENANT_SCOPES_PER_KEY: '3', RATE_SUBMISSION: '1000' };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env });
  other = await world.startReplica({ env });
});
afterAll(() => world.dispose());

const submitAs = (key: string, tenant: string, replica = gateway) =>
  submitCheck(replica.http, key, { 'x-end-tenant': tenant });
const listAs = (key: string, tenant?: string) =>
  send(gateway.http, key, {
    method: 'GET',
    url: checksPath,
    headers: tenant ? { 'x-end-tenant': tenant } : {},
  });
const scopesOf = async (keyId: string) => {
  const { rows } = await sql<{
    opened: number;
  }>`select count(*)::int as opened from tenant_scope where opened_by = ${keyId}`.execute(world.db);
  return rows[0]?.opened;
};

describe('an end tenant', () => {
  it.each(['not valid', 'a'.repeat(65), 'ü', 'a/b', 'a,b', ''])(
    'named %j is 400 on every route',
    async (tenant) => {
      const { key, keyId } = await world.createKey();
      const headers = { 'x-end-tenant': tenant };
      const answers = [
        await submitCheck(gateway.http, key, headers),
        await send(gateway.http, key, { method: 'GET', url: checksPath, headers }),
        await send(gateway.http, key, { method: 'DELETE', url: `${checksPath}/x`, headers }),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        Array(3).fill([400, 'invalid_request']),
      );
      expect(await scopesOf(keyId)).toBe(0);
    },
  );

  it('sees its own checks alone, and so does the key owner', async () => {
    const { key } = await world.createKey();
    const mine = (await submitCheck(gateway.http, key)).body.data.id;
    const theirs = (await submitAs(key, 'shop-1')).body.data.id;
    const ids = async (tenant?: string) =>
      (await listAs(key, tenant)).body.data.data.map((item: { id: string }) => item.id);
    expect([await ids(), await ids('shop-1'), await ids('shop-2')]).toEqual([[mine], [theirs], []]);
    const read = (id: string, tenant: string) =>
      send(gateway.http, key, {
        method: 'GET',
        url: `${checksPath}/${id}`,
        headers: { 'x-end-tenant': tenant },
      });
    expect([(await read(theirs, 'shop-1')).status, (await read(mine, 'shop-1')).status]).toEqual([200, 404]);
  });

  it('gets its scope with a valid submission, not with a query or a refused one', async () => {
    const { key, keyId } = await world.createKey();
    await listAs(key, 'shop-1');
    await submitCheck(gateway.http, key, { 'x-end-tenant': 'shop-1' }, {});
    expect(await scopesOf(keyId)).toBe(0);
    await submitAs(key, 'shop-1');
    await submitAs(key, 'shop-1');
    expect(await scopesOf(keyId)).toBe(1);
  });
});

describe('the scopes that a key may open', () => {
  it('end exactly at the limit, from many requests at once on two replicas', async () => {
    const { key, keyId } = await world.createKey();
    const tenants = Array.from({ length: 12 }, (_, n) => `shop-${n % 6}`);
    const answers = await Promise.all(
      tenants.map((tenant, n) => submitAs(key, tenant, n % 2 ? gateway : other)),
    );
    const opened = new Set(answers.flatMap(({ status }, n) => (status === 201 ? [tenants[n]] : [])));
    const refused = answers.filter(({ status }) => status === 403);
    expect([opened.size, await scopesOf(keyId)]).toEqual([3, 3]);
    expect(refused.length).toBe(6);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['tenant_scope_limit']));
    for (const tenant of opened) expect((await submitAs(key, tenant ?? '')).status).toBe(201);
  });

  it('cost nothing when they are refused, and leave queries and the own scope alone', async () => {
    const { key } = await world.createKey();
    for (const tenant of ['a', 'b', 'c']) await submitAs(key, tenant);
    const askedBefore = world.services.calls.length;
    expect((await submitAs(key, 'd')).status).toBe(403);
    expect(world.services.calls.length).toBe(askedBefore);
    expect((await listAs(key, 'd')).status).toBe(200);
    expect((await submitCheck(gateway.http, key)).status).toBe(201);
  });

  it('are shared by the keys of an account and site, and counted for the one that opened them', async () => {
    const owner = await world.createKey();
    const sibling = await world.createKey('us', null, owner.accountId);
    for (const tenant of ['a', 'b', 'c']) await submitAs(owner.key, tenant);
    expect((await submitAs(sibling.key, 'a')).status).toBe(201);
    expect(await scopesOf(sibling.keyId)).toBe(0);
    expect((await listAs(sibling.key, 'a')).body.data.total).toBe(2);
    expect((await submitAs(sibling.key, 'd')).status).toBe(201);
    expect((await submitAs(owner.key, 'd')).status).toBe(201);
  });
});
