import { erasureRequests, gatewayRequests, us } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { eraseAll, tablesNaming } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksPath, type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';

let world: World;
let first: Replica;
let second: Replica;

beforeAll(async () => {
  world = await setUpWorld();
  first = await world.startReplica();
  second = await world.startReplica();
});
afterAll(() => world.dispose());

const erase = (accountId: string) => eraseAll(() => call(world.bus, erasureRequests.gateway, { accountId }));
const submitAs = (key: string, tenant: string, idempotencyKey: string) =>
  submitCheck(first.http, key, { 'x-end-tenant': tenant, 'idempotency-key': idempotencyKey });
const statusOf = async ({ http }: Replica, key: string) =>
  (await send(http, key, { method: 'GET', url: checksPath })).status;

describe('an erased account', () => {
  it('is let in by no replica any more, at once, and leaves no row; another account keeps its own', async () => {
    const gone = await world.createKey();
    const again = await world.createKey('id', null, gone.accountId);
    const kept = await world.createKey();
    for (const { key } of [gone, kept]) {
      expect((await submitAs(key, 'shop-7', 'order-1')).status).toBe(201);
      expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    }
    const before = await tablesNaming(world.db, kept.accountId);
    expect(Object.keys(before)).toEqual(['api_key', 'idempotency', 'tenant_scope']);

    // The answer of a request that is under way is not taken from under it.
    expect(await erase(gone.accountId)).toEqual({
      removed: { tenant_scope: 1 },
      left: { idempotency: 1, api_key: 2 },
    });
    for (const replica of [first, second]) await expect.poll(() => statusOf(replica, gone.key)).toBe(401);
    expect((await send(first.http, again.key, { method: 'GET', url: `/v1/id/none` })).status).not.toBe(200);
    await world.db
      .updateTable('idempotency')
      .set({ lease_until: new Date(0) })
      .where('account_id', '=', gone.accountId)
      .execute();
    expect(await erase(gone.accountId)).toEqual({ removed: { idempotency: 1, api_key: 2 }, left: {} });

    expect(await tablesNaming(world.db, gone.accountId)).toEqual({});
    expect(await tablesNaming(world.db, kept.accountId)).toEqual(before);
    expect(await statusOf(first, kept.key)).toBe(200);
    expect(await statusOf(second, gone.key)).toBe(401);
  });
});

it('the tenant scopes of an account are listed page by page', async () => {
  const { key, accountId } = await world.createKey();
  for (const tenant of ['shop-2', 'shop-1']) await submitAs(key, tenant, tenant);
  const all = await call(world.bus, gatewayRequests.scopeList, { accountId, after: null });
  expect(all).toMatchObject({
    scopes: [
      { siteId: us.id, tenantId: 'shop-1' },
      { siteId: us.id, tenantId: 'shop-2' },
    ],
    hasMore: false,
  });
  const after = { siteId: us.id, tenantId: 'shop-1' };
  const rest = await call(world.bus, gatewayRequests.scopeList, { accountId, after });
  expect(rest.scopes.map(({ tenantId }) => tenantId)).toEqual(['shop-2']);
});
