import { gatewayRequests, us } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyHashOf } from '../src/store/key-cache.ts';
import { storeUses } from '../src/store/key-uses.ts';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';
import { type Severable, severable } from './severable.ts';

let world: World;
let first: Replica;
let second: Replica;
let far: Severable;
/** A replica that hears of nothing: what it knows of a key is what it has cached. */
let deaf: Replica;

beforeAll(async () => {
  world = await setUpWorld();
  first = await world.startReplica({ keyUsesEveryMs: 20 });
  second = await world.startReplica();
  far = await severable(world.nats.url);
  deaf = await world.startReplica({ natsUrl: far.url, env: { KEY_CACHE_TTL_MS: '800' } });
});
afterAll(async () => {
  await world.dispose();
  await far.dispose();
});

const statusOf = async (replica: Replica, key: string) =>
  (await send(replica.http, key, { method: 'GET', url: `${us.prefix}/account` })).status;
const reroll = (keyId: string, overlapSeconds: number) =>
  call(world.bus, gatewayRequests.keyReroll, { keyId, overlapSeconds });
const rerolled = async (keyId: string, overlapSeconds: number) => {
  const reply = await reroll(keyId, overlapSeconds);
  if (reply.outcome !== 'rerolled') throw new Error(reply.message);
  return reply;
};
const listed = async (accountId: string) =>
  (await call(world.bus, gatewayRequests.keyList, { accountId })).keys;
const factsOf = async (accountId: string, keyId: string) =>
  (await listed(accountId)).find((key) => key.keyId === keyId);
const until401 = (replica: Replica, key: string, timeoutMs = 1_000) =>
  waitFor(async () => (await statusOf(replica, key)) === 401, { timeoutMs, what: 'a 401' });

describe('a re-roll', () => {
  it('makes a key with the account, site, name and expiry of the old one; both work until the overlap ends', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const old = await world.createKey('us', expiresAt);
    await call(world.bus, gatewayRequests.keyRename, { keyId: old.keyId, name: 'Shop' });
    expect([await statusOf(first, old.key), await statusOf(second, old.key)]).toEqual([200, 200]);

    const next = await rerolled(old.keyId, 1);
    expect(next).toMatchObject({ previousKeyId: old.keyId });
    expect([next.key === old.key, next.keyId === old.keyId]).toEqual([false, false]);
    expect([await statusOf(first, old.key), await statusOf(second, next.key)]).toEqual([200, 200]);
    expect(await listed(old.accountId)).toMatchObject([
      {
        keyId: next.keyId,
        name: 'Shop',
        siteId: 'us',
        prefix: next.key.slice(0, 13),
        expiresAt,
        rerolledTo: null,
      },
      {
        keyId: old.keyId,
        name: 'Shop',
        siteId: 'us',
        expiresAt: next.previousExpiresAt,
        rerolledTo: next.keyId,
      },
    ]);

    for (const replica of [first, second]) await until401(replica, old.key, 3_000);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(next.previousExpiresAt));
    expect([await statusOf(first, next.key), await statusOf(second, next.key)]).toEqual([200, 200]);
  });

  it('without an overlap ends the old key on all replicas at once, although they have it cached', async () => {
    const old = await world.createKey();
    expect([await statusOf(first, old.key), await statusOf(second, old.key)]).toEqual([200, 200]);
    const next = await rerolled(old.keyId, 0);
    for (const replica of [first, second]) await until401(replica, old.key);
    expect(await statusOf(second, next.key)).toBe(200);
  });

  it('ends the old key on a replica that does not hear of it when its cached key is looked up again', async () => {
    const old = await world.createKey();
    expect(await statusOf(deaf, old.key)).toBe(200);
    await far.cut();
    await rerolled(old.keyId, 0);
    await until401(deaf, old.key, 2_000);
    await far.mend();
  });

  it('never lets a key live longer than before', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { keyId } = await world.createKey('us', expiresAt);
    expect(await rerolled(keyId, 86_400)).toMatchObject({ previousExpiresAt: expiresAt });
  });

  it('that is repeated makes no second key and names the first one; that can be re-rolled if nobody has it', async () => {
    const old = await world.createKey();
    const answers = await Promise.all([1, 2, 3].map(() => reroll(old.keyId, 3_600)));
    const made = answers.filter((answer) => answer.outcome === 'rerolled');
    expect(made).toHaveLength(1);
    const [{ keyId: lost = '', key: lostKey = '' } = {}] = made;
    expect(answers.filter((answer) => answer.outcome === 'refused')).toMatchObject([
      { code: 'invalid_request', message: expect.stringContaining(`re-roll ${lost} with an overlap of 0`) },
      { code: 'invalid_request' },
    ]);
    expect(await listed(old.accountId)).toHaveLength(2);

    const next = await rerolled(lost, 0);
    await until401(first, lostKey);
    expect([await statusOf(first, old.key), await statusOf(first, next.key)]).toEqual([200, 200]);
  });

  it('is undone by revoking alone: without the new key the old one still ends', async () => {
    const old = await world.createKey();
    const next = await rerolled(old.keyId, 3_600);
    await call(world.bus, gatewayRequests.keyRevoke, { keyId: next.keyId });
    await until401(first, next.key);
    expect(await statusOf(first, old.key)).toBe(200);
    expect(await factsOf(old.accountId, old.keyId)).toMatchObject({ expiresAt: next.previousExpiresAt });
    expect(await reroll(old.keyId, 3_600)).toMatchObject({ outcome: 'refused' });
    await call(world.bus, gatewayRequests.keyRevoke, { keyId: old.keyId });
    await until401(first, old.key);
  });

  it('of a key that is unknown, revoked or expired is refused with a sentence', async () => {
    const unknown = createId('key');
    expect(await reroll(unknown, 0)).toMatchObject({
      code: 'not_found',
      message: `there is no key ${unknown}`,
    });
    const revoked = await world.createKey();
    await call(world.bus, gatewayRequests.keyRevoke, { keyId: revoked.keyId });
    expect(await reroll(revoked.keyId, 0)).toMatchObject({ message: expect.stringContaining('is revoked') });
    const expired = await world.createKey('us', new Date(Date.now() + 50).toISOString());
    await until401(first, expired.key);
    expect(await reroll(expired.keyId, 0)).toMatchObject({ message: expect.stringContaining('has expired') });
    expect(await listed(expired.accountId)).toHaveLength(1);
  });
});

describe('the name of a key', () => {
  it('is given when it is made, can be changed, and is told by default', async () => {
    const request = { accountId: createId('acct'), siteId: 'us', expiresAt: null, force: false } as const;
    const named = await call(world.bus, gatewayRequests.keyCreate, {
      ...request,
      name: 'Shop in production',
    });
    if (named.outcome !== 'created') throw new Error(named.message);
    await call(world.bus, gatewayRequests.keyCreate, request);
    const names = (await listed(request.accountId)).map(({ name }) => name);
    expect(names.sort()).toEqual(['API key', 'Shop in production']);
    const rename = { keyId: named.keyId, name: 'Staging' };
    expect(await call(world.bus, gatewayRequests.keyRename, rename)).toEqual({ outcome: 'renamed' });
    expect(await factsOf(request.accountId, named.keyId)).toMatchObject({ name: 'Staging' });
    const unknown = { keyId: createId('key'), name: 'Staging' };
    expect(await call(world.bus, gatewayRequests.keyRename, unknown)).toEqual({ outcome: 'not_found' });
  });
});

describe('the last use of a key', () => {
  it('is told within the interval, and that of a key that was never used is null', async () => {
    const { accountId, keyId, key } = await world.createKey();
    expect(await factsOf(accountId, keyId)).toMatchObject({ lastUsedAt: null });
    const before = Date.now();
    await statusOf(first, key);
    await waitFor(async () => (await factsOf(accountId, keyId))?.lastUsedAt, {
      timeoutMs: 2_000,
      what: 'a last use',
    });
    const usedAt = Date.parse((await factsOf(accountId, keyId))?.lastUsedAt ?? '');
    expect(usedAt).toBeGreaterThanOrEqual(before);
    expect(usedAt).toBeLessThanOrEqual(Date.now());
  });

  it('is written by a replica that stops', async () => {
    const { accountId, keyId, key } = await world.createKey();
    const replica = await world.startReplica();
    await statusOf(replica, key);
    expect(await factsOf(accountId, keyId)).toMatchObject({ lastUsedAt: null });
    await replica.stop();
    expect(await factsOf(accountId, keyId)).toMatchObject({ lastUsedAt: expect.any(String) });
  });

  it('is not written again while what is stored is fresh, and never goes back', async () => {
    const { accountId, keyId } = await world.createKey();
    const lastUsed = async () => (await factsOf(accountId, keyId))?.lastUsedAt;
    const at = Date.parse('2026-11-29T12:00:00.000Z');
    await storeUses(world.db, new Map([[keyId, at]]));
    await storeUses(world.db, new Map([[keyId, at + 19_000]]));
    await storeUses(world.db, new Map([[keyId, at - 60_000]]));
    expect(await lastUsed()).toBe('2026-11-29T12:00:00.000Z');
    await storeUses(world.db, new Map([[keyId, at + 21_000]]));
    expect(await lastUsed()).toBe('2026-11-29T12:00:21.000Z');
  });

  it('of the same keys is stored by two replicas at the same time without a deadlock: both lock in the order of ids', async () => {
    const [low = '', high = ''] = [(await world.createKey()).keyId, (await world.createKey()).keyId].sort();
    // Its row now lies behind the other one, where a statement without an order finds it second.
    await call(world.bus, gatewayRequests.keyRename, { keyId: low, name: 'Low' });
    const waiting = async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
      return rows[0]?.waiting === 1;
    };
    const at = Date.now();
    let storing: Promise<void> | undefined;
    await world.db.transaction().execute(async (trx) => {
      await storeUses(trx, new Map([[low, at]]));
      storing = storeUses(
        world.db,
        new Map([
          [high, at + 30_000],
          [low, at + 30_000],
        ]),
      );
      await waitFor(waiting, { timeoutMs: 2_000, what: 'the second replica at the lock of the first' });
      await storeUses(trx, new Map([[high, at]]));
    });
    await expect(storing).resolves.toBeUndefined();
  });
});

describe('the last release', () => {
  it('makes keys and reads the end of a re-rolled one on the new table, by the columns that it names', async () => {
    const accountId = createId('acct');
    const keyId = createId('key');
    const key = `svc_live_${'L'.repeat(43)}`;
    await sql`insert into api_key (id, account_id, site_id, key_hash, prefix, expires_at, revoked_at)
      values (${keyId}, ${accountId}, 'us', ${keyHashOf(key)}, ${key.slice(0, 13)}, null, null)`.execute(
      world.db,
    );
    expect(await factsOf(accountId, keyId)).toMatchObject({ name: 'API key', lastUsedAt: null });
    const { previousExpiresAt } = await rerolled(keyId, 3_600);
    const { rows } = await sql<{ expires_at: Date }>`
      select id, account_id, site_id, expires_at, revoked_at from api_key where key_hash = ${keyHashOf(key)}`.execute(
      world.db,
    );
    expect(rows[0]?.expires_at.toISOString()).toBe(previousExpiresAt);
  });
});
