import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargesOf } from '../src/charges.ts';
import { mainClient } from '../src/main-site.ts';
import * as common from '../src/shapes.ts';
import { enter, type World } from '../src/world.ts';

/** Product lines of document 3 and the entitlements of document 4. */
let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

async function open(credits = 1_000) {
  const customer = await world.createCustomer({ site: 'main', credits });
  return { ...customer, client: mainClient(world, customer.key) };
}

describe.each(['duanju', 'touliu'] as const)('the product line %s', (productVertical) => {
  it('has three trial uses, which cost their credits, and is 403 past them', async () => {
    const { client } = await open();
    for (let use = 0; use < 3; use++) {
      expect(await client.checked({ productVertical })).toMatchObject({ productVertical });
    }
    const answer = await client.askCheck({ productVertical });
    expect(answer.status).toBe(403);
    expect(common.failure(403).parse(answer.body)).toMatchObject({
      code: 'product_line_not_enabled',
      error: expect.stringContaining(productVertical),
    });
    expect((await client.list()).total).toBe(3);
    const { credits, usageThisMonth } = await client.account();
    expect([credits.total, usageThisMonth.textChecks]).toEqual([994, 3]);
    expect((await client.askCheck()).status).toBe(201);
  });

  it('is open without end once it is enabled', async () => {
    const { client, accountId } = await open();
    const enabled = await world.operate(
      ...['product-line', 'enable', '--account', accountId, '--line', productVertical],
    );
    expect(enabled).toEqual({ accountId, line: productVertical });
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.askCheck({ productVertical })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  });
});

describe('trial uses', () => {
  it('are three however many submissions come at once', async () => {
    const { client } = await open();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.askCheck({ productVertical: 'duanju' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 201),
      ...Array.from({ length: 9 }, () => 403),
    ]);
    expect((await client.account()).credits.total).toBe(994);
  });

  it('of one line are none of the other, and none is taken by the open line', async () => {
    const { client } = await open();
    for (const productVertical of ['duanju', 'duanju', 'duanju', 'touliu', 'creator', 'touliu', 'touliu']) {
      expect((await client.askCheck({ productVertical })).status).toBe(201);
    }
    expect((await client.askCheck({ productVertical: 'touliu' })).status).toBe(403);
  });

  it('are of the account, whichever key and tenant', async () => {
    const { client, accountId } = await open();
    await client.submit({ productVertical: 'duanju' });
    const second = mainClient(world, (await world.createKey({ accountId }, 'main')).key, {
      'x-end-tenant': 'studio',
    });
    await second.submit({ productVertical: 'duanju' });
    await second.submit({ productVertical: 'duanju' });
    expect((await client.askCheck({ productVertical: 'duanju' })).status).toBe(403);
  });

  it('are not taken by what is refused for its body or for want of credits', async () => {
    const { client, accountId } = await open(0);
    await client.askCheck({ productVertical: 'duanju', text: '短' });
    for (let sent = 0; sent < 4; sent++) {
      expect((await client.askCheck({ productVertical: 'duanju' })).status).toBe(402);
    }
    await world.grant({ accountId }, 100, '--site', 'main');
    for (let use = 0; use < 3; use++) await client.submit({ productVertical: 'duanju' });
    expect((await client.askCheck({ productVertical: 'duanju' })).status).toBe(403);
  });

  it('come back with the refund of a check that was cancelled', async () => {
    const { client, ...customer } = await open();
    // Others before them, so that these are not finished when they are deleted.
    const text = '这部短剧讲述一家人搬进新居。'.repeat(350);
    await Promise.all(Array.from({ length: 20 }, () => client.submit({ text })));
    const ids = await Promise.all(
      Array.from({ length: 3 }, () => client.submit({ productVertical: 'duanju', text })),
    );
    await Promise.all(ids.map((id) => client.ask('DELETE', `/text/checks/${id}`)));
    await expect
      .poll(async () => (await chargesOf(world, customer)).filter(({ refunded }) => refunded > 0).length)
      .toBe(3);
    for (let use = 0; use < 3; use++) await client.submit({ productVertical: 'duanju' });
    expect((await client.askCheck({ productVertical: 'duanju' })).status).toBe(403);
  });
});
