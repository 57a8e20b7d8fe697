import { gatewayRequests, us } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';
import { type Severable, severable } from './severable.ts';

let world: World;
let first: Replica;
let second: Replica;
let far: Severable;
let cutOff: Replica;

beforeAll(async () => {
  world = await setUpWorld();
  first = await world.startReplica();
  second = await world.startReplica();
  far = await severable(world.databaseUrl);
  cutOff = await world.startReplica({ databaseUrl: far.url, env: { KEY_CACHE_TTL_MS: '1' } });
});
afterAll(async () => {
  await world.dispose();
  await far.dispose();
});

const statusOf = async (replica: Replica, key: string, url = `${us.prefix}/account`) =>
  (await send(replica.http, key, { method: 'GET', url })).status;

describe('a key', () => {
  it('is told once; the database has its hash and its first characters only', async () => {
    const { key, keyId } = await world.createKey();
    expect(key).toMatch(/^svc_live_[A-Za-z0-9_-]{43}$/);
    const { rows } = await sql<{
      row: string;
    }>`select api_key::text as row from api_key where id = ${keyId}`.execute(world.db);
    expect(rows[0]?.row).toContain(key.slice(0, 13));
    expect(rows[0]?.row).not.toContain(key.slice(13));
    expect(rows[0]?.row).not.toContain(Buffer.from(key).toString('hex'));
    expect(await statusOf(first, key)).toBe(200);
  });

  it('revoked, opens nothing on any replica any more, at once', async () => {
    const { key, keyId } = await world.createKey();
    expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    expect(await call(world.bus, gatewayRequests.keyRevoke, { keyId })).toEqual({ outcome: 'revoked' });
    for (const replica of [first, second]) {
      await waitFor(async () => (await statusOf(replica, key)) === 401, { timeoutMs: 1_000, what: 'a 401' });
    }
    const { body } = await send(first.http, key, { method: 'GET', url: `${us.prefix}/account` });
    expect(body).toMatchObject({ code: 'unauthorized', error: 'this API key was revoked' });
    expect(await call(world.bus, gatewayRequests.keyRevoke, { keyId })).toEqual({ outcome: 'revoked' });
  });

  it('that expires stops at that moment, although it is cached', async () => {
    const expiresAtMs = Date.now() + 700;
    const { key } = await world.createKey('us', new Date(expiresAtMs).toISOString());
    expect(await statusOf(first, key)).toBe(200);
    await waitFor(async () => (await statusOf(first, key)) === 401, { timeoutMs: 2_000, what: 'a 401' });
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAtMs);
  });

  it.each([
    ['us', [200, 401, 401, 404]],
    ['id', [401, 200, 401, 404]],
    ['main', [401, 401, 200, 404]],
  ] as const)(
    'of the site %s opens that site alone; an unknown site is not found for any',
    async (siteId, expected) => {
      const { key } = await world.createKey(siteId);
      const paths = [`${us.prefix}/account`, '/v1/intl/id/account', '/v1/account', '/v1/intl/fr/account'];
      const statuses = await Promise.all(paths.map((path) => statusOf(first, key, path)));
      expect(statuses).toEqual(expected);
    },
  );

  it.each([
    ['no header', undefined],
    ['a dashboard token', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['another scheme', 'Basic c3ZjOg=='],
    ['a key that nobody made', `Bearer svc_live_${'A'.repeat(43)}`],
  ])('%s is 401', async (_name, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { status, body } = await send(first.http, undefined, {
      method: 'GET',
      url: `${us.prefix}/account`,
      headers,
    });
    expect([status, body.code]).toEqual([401, 'unauthorized']);
  });

  it('that cannot be looked up is 500 and not 401; it is right again when the database is back', async () => {
    const { key } = await world.createKey();
    expect(await statusOf(cutOff, key)).toBe(200);
    await far.cut();
    const { status, body } = await send(cutOff.http, key, { method: 'GET', url: `${us.prefix}/account` });
    expect([status, body.code]).toEqual([500, 'internal']);
    expect(await statusOf(cutOff, key, '/v1/intl/fr/account')).toBe(404);
    await far.mend();
    expect(await statusOf(cutOff, key)).toBe(200);
  });
});

describe('issuing keys', () => {
  const ask = (extra: { expiresAt?: string | null; force?: boolean } = {}) => {
    const request = {
      accountId: createId('acct'),
      siteId: 'us' as const,
      expiresAt: null,
      force: false,
      ...extra,
    };
    return call(world.bus, gatewayRequests.keyCreate, request);
  };

  it('needs a plan that may have them, unless it is forced', async () => {
    world.services.plan = { mayIssueKeys: false };
    expect(await ask()).toMatchObject({ outcome: 'refused', code: 'plan_required' });
    expect(await ask({ force: true })).toMatchObject({ outcome: 'created' });
    world.services.plan = undefined;
    expect(await ask({ force: true })).toMatchObject({ outcome: 'refused', code: 'not_found' });
    world.services.plan = { mayIssueKeys: true };
  });

  it('refuses an expiry in the past', async () => {
    expect(await ask({ expiresAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({ code: 'invalid_request' });
  });

  it('lists them without their secret', async () => {
    const { accountId, keyId, key } = await world.createKey();
    const { keys } = await call(world.bus, gatewayRequests.keyList, { accountId });
    expect(keys).toMatchObject([
      { keyId, siteId: 'us', prefix: key.slice(0, 13), expiresAt: null, revokedAt: null },
    ]);
    expect(JSON.stringify(keys)).not.toContain(key.slice(13));
  });

  it('of an unknown key revokes nothing', async () => {
    const keyId = createId('key');
    expect(await call(world.bus, gatewayRequests.keyRevoke, { keyId })).toEqual({ outcome: 'not_found' });
  });
});
