import { waitFor } from '@redline/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChargeEntry, chargesOf } from '../src/charges.ts';
import * as shapes from '../src/shapes.ts';
import { accountOf, checked, checksPath, dataOf, listChecks, remove, submit } from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

let world: World;

beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

describe('deleting a check', () => {
  it('answers with its id, is irreversible, and gives nothing back once there is a verdict', async () => {
    const customer = await world.createCustomer();
    const { key } = customer;
    const { id } = await checked(world, key);
    const answer = dataOf(await remove(world, key, id), 200, shapes.deleted);
    expect(answer).toEqual({ id, object: 'intl_text_check', deleted: true });
    expect((await world.call({ key, path: `${checksPath}/${id}` })).status).toBe(404);
    expect((await remove(world, key, id)).status).toBe(404);
    expect((await listChecks(world, key)).total).toBe(0);
    const [charge] = await chargesOf(world, customer);
    expect(charge).toMatchObject({ operationId: id, amount: 2, refunded: 0 });
    expect((await accountOf(world, key)).credits.total).toBe(998);
  });

  it('takes a content type without a body as well', async () => {
    const { key } = await world.createCustomer();
    const id = await submit(world, key);
    const answer = await remove(world, key, id, { 'content-type': 'application/json' });
    expect(answer.status).toBe(200);
  });

  it('is done once, however often it is asked for at the same time', async () => {
    const customer = await world.createCustomer();
    const [kept, id] = [await submit(world, customer.key), await submit(world, customer.key)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(world, customer.key, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    const { data, total } = await listChecks(world, customer.key);
    expect([data.map((item) => item.id), total]).toEqual([[kept], 1]);
  });

  it('of one still processing gives its credits back, each exactly once', async () => {
    const customer = await world.createCustomer();
    const text = 'These drops cure arthritis in 3 days. FDA approved! '.repeat(96);
    const refundedOf = (charges: readonly ChargeEntry[]) => charges.filter(({ refunded }) => refunded > 0);
    let submitted = 0;
    // Which of a burst is caught in time is chance; that one of some bursts is, is not.
    for (let burst = 0; burst < 5; burst += 1) {
      const { key } = await world.createKey(customer);
      const ids = await Promise.all(Array.from({ length: 24 }, () => submit(world, key, { text })));
      const deletions = await Promise.all(ids.reverse().map((id) => remove(world, key, id)));
      expect(deletions.map(({ status }) => status)).toEqual(ids.map(() => 200));
      submitted += ids.length;
      const caught = async () => refundedOf(await chargesOf(world, customer)).length > 0;
      if (await waitFor(caught, { timeoutMs: 2_000, everyMs: 100 }).catch(() => false)) break;
    }
    const charges = await waitFor(async () => {
      const all = await chargesOf(world, customer);
      const paid = all.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
      const { credits } = await accountOf(world, customer.key);
      return credits.total === 1_000 - paid ? all : undefined;
    });
    expect(charges.length).toBe(submitted);
    expect(refundedOf(charges).length).toBeGreaterThan(0);
    for (const { amount, refunded } of charges) expect([0, 2]).toContain(amount === 2 ? refunded : -1);
    expect((await listChecks(world, customer.key)).total).toBe(0);
  });
});
