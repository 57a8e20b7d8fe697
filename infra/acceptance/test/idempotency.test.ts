import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, failure } from '../src/shapes.ts';
import {
  accountOf,
  checksPath,
  dataOf,
  getCheck,
  goodBody,
  listChecks,
  post,
  remove,
} from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

let world: World;

beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const named = (name: string, more: Record<string, string> = {}) => ({ 'idempotency-key': name, ...more });
const other = { ...goodBody, text: 'Soft linen shirts, two of them, in blue.' };
const spentBy = async ({ key }: Customer) => 1_000 - (await accountOf(world, key)).credits.total;

describe('a submission sent again with its Idempotency-Key', () => {
  it('gets the first answer and is charged once', async () => {
    const customer = await world.createCustomer();
    const headers = named(randomUUID());
    const first = await post(world, customer.key, goodBody, headers);
    const again = await post(world, customer.key, goodBody, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await spentBy(customer)).toBe(2);
    expect((await listChecks(world, customer.key)).total).toBe(1);
  });

  it('at the same time waits for the first one: one check, one charge', async () => {
    const customer = await world.createCustomer();
    const headers = named(randomUUID());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(world, customer.key, goodBody, headers)),
    );
    const ids = new Set(answers.map((answer) => dataOf(answer, 201, accepted).id));
    expect(ids.size).toBe(1);
    expect(await spentBy(customer)).toBe(2);
    expect((await accountOf(world, customer.key)).usageThisMonth.textChecks).toBe(1);
    expect((await listChecks(world, customer.key)).total).toBe(1);
  });

  it('and another body is 400 and changes nothing', async () => {
    const customer = await world.createCustomer();
    const headers = named(randomUUID());
    const { id } = dataOf(await post(world, customer.key, goodBody, headers), 201, accepted);
    for (const body of [other, { ...goodBody, explainLocale: 'en-US' }, { ...goodBody, vertical: 'home' }]) {
      const answer = await post(world, customer.key, body, headers);
      expect([answer.status, failure(400).parse(answer.body).code]).toEqual([400, 'idempotency_key_reused']);
    }
    expect((await getCheck(world, customer.key, id)).text).toBe(goodBody.text);
    expect(await spentBy(customer)).toBe(2);
  });

  it('at the same time and with different bodies is taken once', async () => {
    const customer = await world.createCustomer();
    const headers = named(randomUUID());
    const bodies = Array.from({ length: 10 }, (_, n) => ({ ...goodBody, text: `${goodBody.text} ${n}` }));
    const answers = await Promise.all(bodies.map((body) => post(world, customer.key, body, headers)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(400)]);
    expect(await spentBy(customer)).toBe(2);
  });

  it('is another one in each tenant, account and without the header', async () => {
    const [customer, stranger] = await Promise.all([world.createCustomer(), world.createCustomer()]);
    const name = randomUUID();
    const answers = [
      await post(world, customer.key, goodBody, named(name)),
      await post(world, customer.key, other, named(name, { 'x-end-tenant': 'a' })),
      await post(world, customer.key, goodBody, named(name, { 'x-end-tenant': 'b' })),
      await post(world, stranger.key, other, named(name)),
      await post(world, customer.key, goodBody),
      await post(world, customer.key, goodBody, named(`${name}x`)),
    ];
    const ids = answers.map((answer) => dataOf(answer, 201, accepted).id);
    expect(new Set(ids).size).toBe(answers.length);
    expect([await spentBy(customer), await spentBy(stranger)]).toEqual([10, 2]);
  });

  it('is the same one for every key of the account', async () => {
    const customer = await world.createCustomer();
    const second = await world.createKey(customer);
    const headers = named(randomUUID(), { 'x-end-tenant': 'shop' });
    const first = await post(world, customer.key, goodBody, headers);
    expect((await post(world, second.key, goodBody, headers)).body).toEqual(first.body);
    expect(await spentBy(customer)).toBe(2);
  });

  it('gets the first answer also when the check was deleted meanwhile', async () => {
    const customer = await world.createCustomer();
    const headers = named(randomUUID());
    const first = await post(world, customer.key, goodBody, headers);
    const { id } = dataOf(first, 201, accepted);
    await remove(world, customer.key, id);
    expect((await post(world, customer.key, goodBody, headers)).body).toEqual(first.body);
    expect((await world.call({ key: customer.key, path: `${checksPath}/${id}` })).status).toBe(404);
    expect((await listChecks(world, customer.key)).total).toBe(0);
  });

  it('to another spelling of the path is the same one', async () => {
    const customer = await world.createCustomer();
    const headers = named(randomUUID());
    const first = await post(world, customer.key, goodBody, headers);
    for (const path of [checksPath.replace('checks', 'check%73'), `${checksPath}?x=1`]) {
      const call = { key: customer.key, method: 'POST', path, headers, body: goodBody };
      expect((await world.call(call)).body).toEqual(first.body);
    }
    expect(await spentBy(customer)).toBe(2);
  });

  it('counts against the limit like any other request', async () => {
    const { key } = await world.createCustomer();
    const headers = named(randomUUID());
    const remaining = async () =>
      Number((await post(world, key, goodBody, headers)).headers['x-ratelimit-remaining']);
    const [first, second] = [await remaining(), await remaining()];
    // A new minute may begin between the two.
    expect([first - 1, 59]).toContain(second);
  });
});

describe('an answer that is no success', () => {
  it('is not kept: after a 402 the same key goes on once there are credits', async () => {
    const customer = await world.createCustomer({ credits: 0 });
    const headers = named(randomUUID());
    expect((await post(world, customer.key, goodBody, headers)).status).toBe(402);
    expect((await post(world, customer.key, goodBody, headers)).status).toBe(402);
    await world.grant(customer, 10);
    const { id } = dataOf(await post(world, customer.key, goodBody, headers), 201, accepted);
    expect(dataOf(await post(world, customer.key, goodBody, headers), 201, accepted).id).toBe(id);
    expect((await accountOf(world, customer.key)).credits.total).toBe(8);
  });

  it('is not kept: after a 400 another body may follow', async () => {
    const { key } = await world.createCustomer();
    const headers = named(randomUUID());
    expect((await post(world, key, { ...goodBody, text: 'short' }, headers)).status).toBe(400);
    expect((await post(world, key, goodBody, headers)).status).toBe(201);
  });

  it('after a 402 leaves the key free for another body', async () => {
    const customer = await world.createCustomer({ credits: 0 });
    const headers = named(randomUUID());
    expect((await post(world, customer.key, goodBody, headers)).status).toBe(402);
    await world.grant(customer, 10);
    expect((await post(world, customer.key, other, headers)).status).toBe(201);
  });
});

describe('the Idempotency-Key header', () => {
  it.each(['!', '~'.repeat(255), 'a/b:c_d-e.f,g', '"quoted"', '__proto__'])('may be %s', async (name) => {
    const customer = await world.createCustomer();
    const first = await post(world, customer.key, goodBody, named(name));
    expect(first.status).toBe(201);
    expect((await post(world, customer.key, goodBody, named(name))).body).toEqual(first.body);
    expect(await spentBy(customer)).toBe(2);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'é', '键', 'a\tb'])(
    'may not be %j: 400, nothing charged',
    async (name) => {
      const customer = await world.createCustomer();
      const answer = await post(world, customer.key, goodBody, named(Buffer.from(name).toString('latin1')));
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('Idempotency-Key');
      expect(await spentBy(customer)).toBe(0);
    },
  );
});
