import { waitFor } from '@redline/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargesOf } from '../src/charges.ts';
import * as shapes from '../src/shapes.ts';
import {
  accountOf,
  accountPath,
  checked,
  checksPath,
  goodBody,
  listChecks,
  post,
  submit,
} from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

let world: World;

beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const bucket = (name: string, ...options: string[]) => ['--bucket', name, ...options];

describe('a text check', () => {
  it('costs 2 credits, on the day it is submitted, under the id of its record', async () => {
    const customer = await world.createCustomer({ credits: 10 });
    const { id } = await checked(world, customer.key, {}, { 'x-end-tenant': 'shop' });
    expect((await accountOf(world, customer.key)).credits.total).toBe(8);
    const lines = [{ lineId: id, item: 'text_check', quantity: 1, amount: 2, refunded: 0 }];
    expect(await chargesOf(world, customer)).toEqual([
      {
        operationId: id,
        siteId: 'us',
        tenantId: 'shop',
        amount: 2,
        refunded: 0,
        createdAt: expect.any(String),
        lines,
      },
    ]);
  });

  it.each([
    ['free', 2],
    ['standard', 2],
    ['premium', 2],
    ['enterprise', 1],
  ])('costs on the plan %s %i', async (plan, price) => {
    const { key } = await world.createCustomer({ plan, credits: 10 });
    const quoted = await world.call({ key, method: 'POST', path: `${checksPath}/quote`, body: goodBody });
    expect(quoted.body).toMatchObject({ data: { creditCost: price, currentBalance: 10, isCovered: true } });
    const { body: accepted } = await post(world, key, goodBody);
    expect(accepted).toMatchObject({ data: { creditCost: price } });
    expect((await accountOf(world, key)).credits.total).toBe(10 - price);
  });

  it('is priced by the plan of the moment', async () => {
    const { key, accountId } = await world.createCustomer({ credits: 10 });
    await submit(world, key);
    await world.operate('plan', 'set', '--account', accountId, '--site', 'us', '--plan', 'enterprise');
    await submit(world, key);
    expect((await accountOf(world, key)).credits.total).toBe(7);
  });
});

describe('a submission without enough credits', () => {
  it.each([0, 1])(
    'is 402 with what it takes and what there is (%i), and leaves nothing behind',
    async (credits) => {
      const customer = await world.createCustomer({ credits });
      const answer = await post(world, customer.key, goodBody);
      expect(shapes.failure(402).parse(answer.body)).toMatchObject({
        code: 'insufficient_credits',
        requiredCredits: 2,
        currentBalance: credits,
      });
      const { credits: left, usageThisMonth } = await accountOf(world, customer.key);
      expect([left.total, usageThisMonth.textChecks]).toEqual([credits, 0]);
      expect((await listChecks(world, customer.key)).total).toBe(0);
      expect(await chargesOf(world, customer)).toEqual([]);
    },
  );

  it('never spends more than there is, however many come at once', async () => {
    const customer = await world.createCustomer({ credits: 11 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(world, customer.key, goodBody)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(15).fill(402)]);
    const { credits, usageThisMonth } = await accountOf(world, customer.key);
    expect([credits.total, usageThisMonth.textChecks]).toEqual([1, 5]);
    expect((await listChecks(world, customer.key)).total).toBe(5);
  });

  it('comes after validation: a bad body is 400', async () => {
    const { key } = await world.createCustomer({ credits: 0 });
    expect((await post(world, key, {})).status).toBe(400);
  });

  it('cannot pay with the credits of another site', async () => {
    const { key, accountId } = await world.createCustomer({ credits: 0 });
    await world.grant({ accountId }, 100, '--site', 'id');
    await world.grant({ accountId }, 100, '--site', 'main');
    expect((await post(world, key, goodBody)).status).toBe(402);
    await world.grant({ accountId }, 2);
    expect((await post(world, key, goodBody)).status).toBe(201);
  });
});

describe('the account', () => {
  it('of a new customer is empty and says so in every field', async () => {
    const { key } = await world.createCustomer({ credits: 0 });
    const now = new Date();
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
    expect(await accountOf(world, key)).toEqual({
      object: expect.stringMatching(/account$/),
      country: 'us',
      credits: { total: 0, subscription: 0, activity: 0, booster: 0, expiringSoon: null },
      subscription: { plan: 'premium', isPaid: true, renewsAt: null },
      usageThisMonth: { since, textChecks: 0, videoChecks: 0, imageChecks: 0, batches: 0 },
    });
  });

  it.each([
    ['free', false],
    ['standard', true],
    ['premium', true],
    ['enterprise', true],
  ])('on the plan %s is paid: %s', async (plan, isPaid) => {
    const { key } = await world.createCustomer({ plan, credits: 0 });
    expect((await accountOf(world, key)).subscription).toEqual({ plan, isPaid, renewsAt: null });
  });

  it('shows each bucket, and what of it expires within 7 days with the first date', async () => {
    const customer = await world.createCustomer({ credits: 0 });
    const soon = inDays(2);
    await world.grant(customer, 100, ...bucket('subscription', '--expires', inDays(30)));
    await world.grant(customer, 20, ...bucket('activity', '--expires', inDays(6.9)));
    await world.grant(customer, 3, ...bucket('activity', '--expires', soon));
    await world.grant(customer, 40, ...bucket('activity', '--expires', inDays(7.1)));
    await world.grant(customer, 7, ...bucket('booster'));
    expect((await accountOf(world, customer.key)).credits).toEqual({
      total: 170,
      subscription: 100,
      activity: 63,
      booster: 7,
      expiringSoon: { amount: 23, expiresAt: soon },
    });
  });

  it('spends what expires soonest, and what never expires last', async () => {
    const customer = await world.createCustomer({ credits: 0 });
    await world.grant(customer, 4, ...bucket('booster'));
    await world.grant(customer, 4, ...bucket('subscription', '--expires', inDays(20)));
    await world.grant(customer, 3, ...bucket('activity', '--expires', inDays(3)));
    const left = async () => {
      await submit(world, customer.key);
      const { subscription, activity, booster, expiringSoon } = (await accountOf(world, customer.key))
        .credits;
      return [activity, subscription, booster, expiringSoon?.amount ?? null];
    };
    const seen = [await left(), await left(), await left(), await left(), await left()];
    expect(seen).toEqual([
      [1, 4, 4, 1],
      [0, 3, 4, null],
      [0, 1, 4, null],
      [0, 0, 3, null],
      [0, 0, 1, null],
    ]);
    expect((await post(world, customer.key, goodBody)).status).toBe(402);
  });

  it('forgets credits when they expire', async () => {
    const customer = await world.createCustomer({ credits: 0 });
    const expires = new Date(Date.now() + 1_500).toISOString();
    await world.grant(customer, 50, ...bucket('activity', '--expires', expires));
    expect((await accountOf(world, customer.key)).credits.expiringSoon).toEqual({
      amount: 50,
      expiresAt: expires,
    });
    const isGone = async () => (await accountOf(world, customer.key)).credits.total === 0;
    await waitFor(isGone, { timeoutMs: 4_000, everyMs: 100, what: 'the end of the credits' });
    expect(shapes.failure(402).parse((await post(world, customer.key, goodBody)).body)).toMatchObject({
      currentBalance: 0,
    });
  });

  it('counts this month’s checks over all tenants and keys', async () => {
    const customer = await world.createCustomer();
    const other = await world.createKey(customer);
    await submit(world, customer.key);
    await submit(world, customer.key, {}, { 'x-end-tenant': 'a' });
    await submit(world, other.key, {}, { 'x-end-tenant': 'b' });
    await post(world, other.key, {});
    const { usageThisMonth, credits } = await accountOf(world, other.key);
    expect([usageThisMonth.textChecks, credits.total]).toEqual([3, 994]);
  });

  it('ignores queries', async () => {
    const { key } = await world.createCustomer();
    const answer = await world.call({ key, path: `${accountPath}?country=id&site=main&page=0` });
    expect(answer.body).toMatchObject({ data: { country: 'us', credits: { total: 1_000 } } });
  });
});
