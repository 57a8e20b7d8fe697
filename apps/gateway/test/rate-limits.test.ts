import { us } from '@redline/contracts';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../src/store/janitor.ts';
import { checksPath, goodBody, type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';
import { type Severable, severable } from './severable.ts';

let world: World;
let first: Replica;
let second: Replica;
/** Long windows: none of these tests may meet the end of one. */
const rateWindowMs = 1_000_000_000;

beforeAll(async () => {
  world = await setUpWorld();
  first = await world.startReplica({ rateWindowMs });
  second = await world.startReplica({ rateWindowMs });
});
afterAll(() => world.dispose());

const account = `${us.prefix}/account`;
const limitsOf = ({ headers }: { headers: Record<string, unknown> }) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
];

describe('the limits of a key', () => {
  it('are those of the contract, each counted on its own', async () => {
    const { key } = await world.createKey();
    expect(limitsOf(await submitCheck(first.http, key))).toEqual([60, 59]);
    expect(limitsOf(await send(first.http, key, { method: 'GET', url: account }))).toEqual([600, 599]);
    const deletion = { method: 'DELETE', url: `${checksPath}/x` } as const;
    expect(limitsOf(await send(first.http, key, deletion))).toEqual([120, 119]);
    expect(limitsOf(await submitCheck(first.http, key))).toEqual([60, 58]);
  });

  it('are exact over all replicas: of 90 submissions at once 60 pass', async () => {
    const { key } = await world.createKey();
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, n) => submitCheck(n % 2 ? first.http : second.http, key)),
    );
    const passed = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([60, 30]);
    const remaining = passed.map((answer) => limitsOf(answer)[1]).sort((a = 0, b = 0) => a - b);
    expect(remaining).toEqual(Array.from({ length: 60 }, (_, n) => n));
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({
        success: false,
        code: 'rate_limited',
        requestId: headers['x-request-id'],
      });
      expect(headers['x-ratelimit-remaining']).toBe('0');
      expect(Number(headers['retry-after'])).toBe(Number(headers['x-ratelimit-reset']));
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('count every request, whatever its answer, before anything of it is looked at', async () => {
    const { key } = await world.createKey();
    const json = { 'content-type': 'application/json' };
    const answers = [
      await submitCheck(first.http, key, {}, {}),
      await send(first.http, key, { method: 'POST', url: checksPath, payload: '{', headers: json }),
      await send(first.http, key, {
        method: 'POST',
        url: checksPath,
        payload: 'x',
        headers: { 'content-type': 'a/b' },
      }),
      await submitCheck(first.http, key, { 'x-end-tenant': 'not valid' }),
      await send(first.http, key, {
        method: 'POST',
        url: '/v1/intl/id/text/checks',
        payload: '{}',
        headers: json,
      }),
      await send(first.http, key, {
        method: 'POST',
        url: '/v1/intl/fr/text/checks',
        payload: '{}',
        headers: json,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 400, 401, 404]);
    expect(answers.map((answer) => limitsOf(answer)[1])).toEqual([59, 58, 57, 56, 55, 54]);
    for (let n = 0; n < 54; n += 1) await submitCheck(first.http, key, {}, {});
    const refused = await send(first.http, key, {
      method: 'POST',
      url: checksPath,
      payload: '{',
      headers: json,
    });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  });

  it('are those of the route, however its path is spelled', async () => {
    const { key } = await world.createKey();
    const spelled = [
      checksPath.replace('checks', 'check%73'),
      checksPath.replace('text', '%74ext'),
      checksPath,
    ];
    const headers = { 'content-type': 'application/json' };
    const answers = [];
    for (const url of spelled) {
      answers.push(await send(first.http, key, { method: 'POST', url, headers, payload: goodBody }));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(limitsOf)).toEqual([
      [60, 59],
      [60, 58],
      [60, 57],
    ]);
  });

  it('count per key and not per tenant', async () => {
    const { key } = await world.createKey();
    await submitCheck(first.http, key, { 'x-end-tenant': 'a' });
    expect(limitsOf(await submitCheck(first.http, key, { 'x-end-tenant': 'b' }))).toEqual([60, 58]);
  });
});

describe('requests without a valid key', () => {
  it('are counted for their address and use up nobody else’s limit', async () => {
    const replica = await world.startReplica({
      rateWindowMs,
      env: { RATE_QUERY: '5', TRUST_PROXY: 'loopback' },
    });
    const { key } = await world.createKey();
    const from = (address: string, given?: string) =>
      send(replica.http, given, { method: 'GET', url: account, headers: { 'x-forwarded-for': address } });
    const unknown = `svc_live_${'A'.repeat(43)}`;
    const statuses = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push((await from('198.51.100.7', n % 2 ? unknown : undefined)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await from('198.51.100.8')).status).toBe(401);
    expect((await from('198.51.100.7', key)).status).toBe(200);
  });
});

describe('a window', () => {
  it('that is over gives the limit anew, and its rows are cleaned up', async () => {
    const short = await world.startReplica({ rateWindowMs: 1_000, env: { RATE_QUERY: '1' } });
    const { key, keyId } = await world.createKey();
    const ask = () => send(short.http, key, { method: 'GET', url: account });
    const refused = await waitFor(async () => {
      const answer = await ask();
      return answer.status === 429 ? answer : undefined;
    });
    expect(Number(refused.headers['retry-after'])).toBe(1);
    await waitFor(async () => (await ask()).status === 200, { timeoutMs: 3_000, what: 'a new window' });
    const kept = async () => {
      const { rows } = await sql`select 1 from rate_count where bucket like ${`${keyId} %`}`.execute(
        world.db,
      );
      return rows.length;
    };
    expect(await kept()).toBe(1);
    await waitFor(async () => {
      await cleanUp(world.db, 1_000, new AbortController().signal);
      return (await kept()) === 0;
    });
  });
});

describe('while the database is away', () => {
  let far: Severable;
  afterAll(() => far.dispose());

  it('each replica counts alone and requests go on; afterwards they share again', async () => {
    far = await severable(world.databaseUrl);
    const env = { RATE_QUERY: '4' };
    const replica = await world.startReplica({ rateWindowMs, databaseUrl: far.url, env });
    const { key } = await world.createKey();
    const ask = () => send(replica.http, key, { method: 'GET', url: account });
    expect(limitsOf(await ask())).toEqual([4, 3]);
    await far.cut();
    expect([await ask(), await ask(), await ask()].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask()).status).toBe(429);
    await far.mend();
    // The database has seen the first request alone: two of the limit are left when it counts again.
    await waitFor(async () => (await ask()).status === 200, { timeoutMs: 5_000, what: 'the shared count' });
  });
});
