import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchClient, textsOf, videoEntry } from '../src/batches.ts';
import { mediaClient, unreachable } from '../src/media-client.ts';
import * as shapes from '../src/shapes.ts';
import {
  accountOf,
  checked,
  checksPath,
  goodBody,
  listChecks,
  post,
  remove,
  sitePath,
} from '../src/text-checks.ts';
import { type Customer, enter, type SiteName, type World } from '../src/world.ts';

let world: World;

beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

/** A customer with a live key, and a test key of the same account. */
async function withTestKey(
  wish: Parameters<World['createCustomer']>[0] = {},
): Promise<{ readonly live: Customer; readonly testKey: string }> {
  const live = await world.createCustomer(wish);
  const { key: testKey } = await world.createKey(live, wish.site, '--test');
  return { live, testKey };
}

const read = (key: string, id: string, headers = {}) =>
  world.call({ key, path: `${checksPath}/${id}`, headers });

describe('a test key', () => {
  it.each(['us', 'id', 'main'] as const)(
    'of a free plan on the site %s begins with svc_test_',
    async (site: SiteName) => {
      const { live, testKey } = await withTestKey({ site, plan: 'free', credits: 0 });
      expect(testKey).toMatch(/^svc_test_/);
      await expect(world.createKey(live, site)).rejects.toThrow(/it may have test keys/);
    },
  );

  it('gets a real verdict, and the account pays nothing for it', async () => {
    const { live, testKey } = await withTestKey({ credits: 10 });
    const before = await accountOf(world, live.key);
    const quoted = await world.call({
      key: testKey,
      method: 'POST',
      path: `${checksPath}/quote`,
      body: goodBody,
    });
    expect(quoted.body).toMatchObject({ data: { creditCost: 2, currentBalance: 100, isCovered: true } });
    const check = await checked(world, testKey, {
      text: 'Our drops cure arthritis in three days.',
      vertical: 'supplement',
    });
    expect(check.riskLevel).toBe('high');
    expect(await accountOf(world, live.key)).toEqual(before);
    expect(await accountOf(world, testKey)).toEqual(before);
  });

  it('sees its own records only, by tenant, and no live key sees them', async () => {
    const { live, testKey } = await withTestKey();
    const shop = { 'x-end-tenant': 'shop' };
    const [own, ofShop] = [await checked(world, testKey), await checked(world, testKey, {}, shop)];
    const [liveOwn, liveShop] = [await checked(world, live.key), await checked(world, live.key, {}, shop)];
    const rows = [
      [testKey, own, {}],
      [testKey, ofShop, shop],
      [live.key, liveOwn, {}],
      [live.key, liveShop, shop],
    ] as const;
    for (const [key, { id }, headers] of rows) {
      expect((await listChecks(world, key, '', headers)).data.map((item) => item.id)).toEqual([id]);
      const statuses = await Promise.all(rows.map(([, other]) => read(key, other.id, headers)));
      expect(statuses.map(({ status }) => status)).toEqual(
        rows.map(([, other]) => (other.id === id ? 200 : 404)),
      );
    }
    expect((await remove(world, live.key, own.id)).status).toBe(404);
    expect((await remove(world, testKey, own.id)).status).toBe(200);
  });

  it('shares no Idempotency-Key with a live one', async () => {
    const { live, testKey } = await withTestKey();
    const once = { 'idempotency-key': randomUUID() };
    const answers = [await post(world, testKey, goodBody, once), await post(world, live.key, goodBody, once)];
    const ids = answers.map(({ body }) => shapes.success.parse(body).data);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(ids[0]).not.toEqual(ids[1]);
  });

  it('turns no switch of live keys', async () => {
    const { live, testKey } = await withTestKey();
    const path = `${sitePath}/custom-rules/settings`;
    const off = await world.call({ key: testKey, method: 'PATCH', path, body: { enabled: false } });
    expect(off.body).toMatchObject({ data: { enabled: false } });
    expect((await world.call({ key: live.key, path })).body).toMatchObject({ data: { enabled: true } });
  });

  it('is re-rolled to another test key', async () => {
    const live = await world.createCustomer();
    const { keyId } = await world.createKey(live, 'us', '--test');
    expect(await world.operate('key', 'reroll', '--key-id', keyId)).toMatchObject({
      key: expect.stringMatching(/^svc_test_/),
    });
  });

  it('checks videos of ten seconds at most, alone and in a batch', async () => {
    const { testKey } = await withTestKey();
    const client = mediaClient(world, 'us', testKey);
    const refused = await client.askVideo(unreachable, 11);
    expect(shapes.failure(400).parse(refused.body).error).toBe(
      'videoDuration may be 10 seconds at most with a test key',
    );
    const batch = await batchClient(world, 'us', testKey).askBatch({
      videos: [videoEntry(unreachable, 11)],
    });
    expect(shapes.failure(400).parse(batch.body).error).toMatch(
      /^videos\[0\]\.duration may be 10 seconds at most/,
    );
    expect((await client.askVideo(unreachable, 10)).status).toBe(201);
  });

  it('whose allowance is used up is 402 until the next day, and live keys go on', async () => {
    const { live, testKey } = await withTestKey({ credits: 10 });
    const client = batchClient(world, 'us', testKey);
    const texts = Array.from({ length: 10 }, () => textsOf.us[0]);
    const ids = await Promise.all(Array.from({ length: 4 }, () => client.submit({ texts })));
    for (let checks = 0; checks < 10; checks++)
      expect((await post(world, testKey, goodBody)).status).toBe(201);
    const answer = await post(world, testKey, goodBody);
    const failure = shapes.failure(402).parse(answer.body);
    expect(failure).toMatchObject({ code: 'insufficient_credits', requiredCredits: 2, currentBalance: 0 });
    expect(failure.error).toMatch(
      /left of the 100 a day that test keys have; there are new ones at .*T00:00:00.000Z$/,
    );
    const another = await world.createKey(live, 'us', '--test');
    expect((await post(world, another.key, goodBody)).status).toBe(402);
    expect((await post(world, live.key, goodBody)).status).toBe(201);
    expect((await accountOf(world, live.key)).credits.total).toBe(8);
    for (const id of ids) expect((await client.ended(id)).result).toBe('PASS');
    expect(Object(await world.operate('audit')).differences).toEqual([]);
  });
});
