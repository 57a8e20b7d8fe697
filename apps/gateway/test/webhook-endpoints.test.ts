import { internationalContract, mainContract, sites, us } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica();
});
afterEach(() => {
  world.services.webhooks.refusal = undefined;
});
afterAll(() => world.dispose());

type Key = Awaited<ReturnType<World['createKey']>>;
const contract = internationalContract(us);
const path = `${us.prefix}/webhook-endpoints`;
const url = 'https://shop.example/hooks';

async function ask(
  key: Key,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  to: string,
  body?: unknown,
  tenant?: string,
) {
  return send(gateway.http, key.key, {
    method,
    url: to,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tenant ? { 'x-end-tenant': tenant } : {}),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}
const created = async (key: Key, body: object = { url }, tenant?: string) =>
  (await ask(key, 'POST', path, body, tenant)).body.data;

describe('a webhook endpoint', () => {
  it('is made, read, changed, tested, rotated and deleted as the contract has it', async () => {
    const key = await world.createKey();
    const made = await ask(key, 'POST', path, { url, description: 'Shop' });
    expect(made.status).toBe(201);
    expect(contract.createWebhookEndpoint.responses[201].parse(made.body)).toEqual(made.body);
    expect(made.body.data).toMatchObject({
      url,
      description: 'Shop',
      payload: 'thin',
      enabled: true,
      secret: expect.stringMatching(/^whsec_/),
    });
    const one = `${path}/${made.body.data.id}`;

    const read = await ask(key, 'GET', one);
    expect(contract.getWebhookEndpoint.responses[200].parse(read.body)).toEqual(read.body);
    expect(read.body.data).not.toHaveProperty('secret');
    const listed = await ask(key, 'GET', path);
    expect(contract.listWebhookEndpoints.responses[200].parse(listed.body)).toEqual(listed.body);
    expect(listed.body.data).toMatchObject({ total: 1, data: [read.body.data] });

    const changed = await ask(key, 'PATCH', one, { events: ['check.failed', 'check.failed'] });
    expect(changed.body.data).toMatchObject({ events: ['check.failed'], description: 'Shop' });
    const tested = await ask(key, 'POST', `${one}/test`);
    expect(contract.testWebhookEndpoint.responses[201].parse(tested.body)).toEqual(tested.body);
    const again = await ask(key, 'POST', `${one}/deliveries/${tested.body.data.id}/resend`);
    expect(contract.resendWebhookDelivery.responses[200].parse(again.body)).toEqual(again.body);

    for (const body of [undefined, {}, { overlapSeconds: 0 }]) {
      const rotated = await ask(key, 'POST', `${one}/rotate-secret`, body);
      expect(contract.rotateWebhookEndpointSecret.responses[200].parse(rotated.body)).toEqual(rotated.body);
    }
    expect(world.services.webhooks.overlaps).toEqual([86_400, 86_400, 0]);

    const deleted = await ask(key, 'DELETE', one);
    expect(deleted.body).toEqual({
      success: true,
      data: { id: made.body.data.id, object: 'webhook_endpoint', deleted: true },
    });
    expect((await ask(key, 'GET', one)).status).toBe(404);
  });

  it.each(sites.map(({ id, prefix }) => [id, prefix] as const))(
    'is the same on the site %s',
    async (site, prefix) => {
      const key = await world.createKey(site);
      const made = await ask(key, 'POST', `${prefix}/webhook-endpoints`, { url });
      expect([made.status, made.body.data.object]).toEqual([201, 'webhook_endpoint']);
      expect(mainContract.createWebhookEndpoint.responses[201].parse(made.body)).toEqual(made.body);
    },
  );

  it('that its owner refuses is 400 with the sentence of its owner', async () => {
    const key = await world.createKey();
    world.services.webhooks.refusal = 'url leads to 10.0.0.1, which is no public address';
    const { status, body } = await ask(key, 'POST', path, { url });
    expect([status, body.code, body.error]).toEqual([
      400,
      'invalid_request',
      'url leads to 10.0.0.1, which is no public address',
    ]);
    world.services.webhooks.refusal = undefined;
    const { id } = await created(key);
    await ask(key, 'PATCH', `${path}/${id}`, { enabled: false });
    const test = await ask(key, 'POST', `${path}/${id}/test`);
    expect([test.status, test.body.error]).toEqual([400, 'the endpoint is disabled']);
  });

  it.each([
    [{}, /^url is required/],
    [{ url: 'ftp://shop.example' }, /^url/],
    [{ url, events: [] }, /^events must be a list of at least one/],
    [{ url, events: ['check.started'] }, /check\.completed/],
    [{ url, payload: 'fat' }, /^payload must be one of: thin, full$/],
  ])('%j is refused before its owner is asked', async (body, sentence) => {
    const key = await world.createKey();
    const answer = await ask(key, 'POST', path, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
  });

  it('of somebody else, of another tenant or of no form is not found', async () => {
    const key = await world.createKey();
    const { id } = await created(key, { url }, 'shop-1');
    const { id: own } = await created(key);
    const stranger = await world.createKey();
    const { data: delivery } = (await ask(key, 'POST', `${path}/${own}/test`)).body;
    for (const [who, known, tenant] of [
      [key, id, undefined],
      [key, id, 'shop-2'],
      [stranger, own, undefined],
      [key, createId('endpoint'), undefined],
      [key, createId('text'), undefined],
      [key, '%F0%9F%98%80', undefined],
    ] as const) {
      const one = `${path}/${known}`;
      const answers = [
        await ask(who, 'GET', one, undefined, tenant),
        await ask(who, 'PATCH', one, {}, tenant),
        await ask(who, 'DELETE', one, undefined, tenant),
        await ask(who, 'POST', `${one}/test`, undefined, tenant),
        await ask(who, 'POST', `${one}/rotate-secret`, {}, tenant),
        await ask(who, 'GET', `${one}/deliveries`, undefined, tenant),
        await ask(who, 'POST', `${one}/deliveries/${delivery.id}/resend`, undefined, tenant),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [404, 'not_found']),
      );
    }
    const lost = await ask(key, 'POST', `${path}/${own}/deliveries/${createId('delivery')}/resend`);
    expect([lost.status, lost.body.error]).toEqual([404, expect.stringMatching(/^there is no delivery/)]);
  });

  it('has its deliveries page by page', async () => {
    const key = await world.createKey();
    const { id } = await created(key);
    const ids: string[] = [];
    for (let left = 3; left > 0; left -= 1) {
      ids.unshift((await ask(key, 'POST', `${path}/${id}/test`)).body.data.id);
    }
    const page = async (query: string) =>
      (await ask(key, 'GET', `${path}/${id}/deliveries${query}`)).body.data;
    const first = await page('?pageSize=2');
    expect(contract.listWebhookDeliveries.responses[200].shape.data.parse(first)).toEqual(first);
    const found = first.data.map((one: { id: string }) => one.id);
    expect([found, first.hasMore, first.next]).toEqual([ids.slice(0, 2), true, ids[1]]);
    const last = await page(`?pageSize=2&after=${first.next}`);
    const rest = last.data.map((one: { id: string }) => one.id);
    expect([rest, last.hasMore, last.next]).toEqual([ids.slice(2), false, null]);
    expect((await page('?status=failed')).data).toEqual([]);
  });
});
