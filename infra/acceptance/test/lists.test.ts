import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checked, checksPath, listChecks, remove, submit } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

let world: World;
let customer: Customer;
/** Newest first. */
const ids: string[] = [];

const size = 23;

beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer();
  for (let n = 0; n < size; n += 1) ids.unshift(await submit(world, customer.key));
});
afterAll(() => world.leave());

describe('a list', () => {
  it('has 20 entries a page unless told otherwise, the newest first', async () => {
    const { data, ...wrapper } = await listChecks(world, customer.key);
    expect(wrapper).toEqual({ object: 'list', page: 1, pageSize: 20, total: size, hasMore: true });
    expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  });

  it.each([
    ['?page=1&pageSize=20', 0, 20, true],
    ['?page=2', 20, 3, false],
    ['?page=2&pageSize=20', 20, 3, false],
    ['?page=1&pageSize=50', 0, 23, false],
    ['?page=1&pageSize=23', 0, 23, false],
    ['?pageSize=22', 0, 22, true],
    ['?page=23&pageSize=1', 22, 1, false],
    ['?page=22&pageSize=1', 21, 1, true],
    ['?page=24&pageSize=1', 23, 0, false],
    ['?page=3', 40, 0, false],
    ['?page=999999999&pageSize=50', 0, 0, false],
    ['?page=02&pageSize=010', 10, 10, true],
    ['?pageSize=10&page=2&cursor=x&page2=0', 10, 10, true],
  ])('%s begins after %i and shows %i', async (query, offset, shown, hasMore) => {
    const list = await listChecks(world, customer.key, query);
    expect(list.data.map(({ id }) => id)).toEqual(shown === 0 ? [] : ids.slice(offset, offset + shown));
    expect([list.total, list.hasMore]).toEqual([size, hasMore]);
    const parameters = new URLSearchParams(query);
    expect([list.page, list.pageSize]).toEqual([
      Number(parameters.get('page') ?? 1),
      Number(parameters.get('pageSize') ?? 20),
    ]);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e1',
    'page=0x1',
    'page=',
    'page=abc',
    'page=%20',
    'page=%2B1',
    'page=%00',
    'page=99999999999999999999',
    'page=1&page=2',
    'page[]=1',
    'page=null',
    'page=NaN',
    'page=١',
    'pageSize=0',
    'pageSize=51',
    'pageSize=-20',
    'pageSize=20.0',
    'pageSize=all',
    'pageSize=20&pageSize=20',
  ])('?%s is 400 and names the parameter', async (query) => {
    const path = `${checksPath}?${query.replace('١', '%D9%A1')}`;
    const answer = await world.call({ key: customer.key, path });
    // A parameter by another name is an unknown one, which is ignored.
    expect(answer.status).toBe(query.startsWith('page[]') ? 200 : 400);
    if (answer.status === 400)
      expect(answer.text).toMatch(/"error":"pageS?i?z?e? must be a whole number from 1 to /);
  });

  it('sums each check up', async () => {
    const { key } = await world.createCustomer();
    const text = 'These drops cure arthritis in 3 days. FDA approved!';
    const change = { text, platform: 'search_ads', vertical: 'supplement' };
    const check = await checked(world, key, change);
    const { data } = await listChecks(world, key);
    const { id, object, status, platform, vertical, riskLevel, fixStatus, createdAt, risks } = check;
    const riskCount = risks.length;
    const head = { id, object, status, failure: null, platform, vertical, riskLevel, fixStatus, createdAt };
    expect(data).toEqual([{ ...head, preview: text, riskCount }]);
    expect(riskCount).toBeGreaterThan(0);
  });

  it('previews at most 100 characters and never half of one', async () => {
    const { key } = await world.createCustomer();
    const texts = [
      'x'.repeat(100),
      'x'.repeat(101),
      `${'x'.repeat(99)}😀 end`,
      `${'x'.repeat(98)}😀 end`,
      '😀'.repeat(80),
    ];
    for (const text of texts) await submit(world, key, { text });
    const { data } = await listChecks(world, key);
    expect(data.map(({ preview }) => preview).reverse()).toEqual([
      'x'.repeat(100),
      'x'.repeat(100),
      'x'.repeat(99),
      `${'x'.repeat(98)}😀`,
      '😀'.repeat(50),
    ]);
  });

  it('of a scope without checks is empty', async () => {
    const { key } = await world.createCustomer();
    const { data, total, hasMore } = await listChecks(world, key, '?page=5');
    expect({ data, total, hasMore }).toEqual({ data: [], total: 0, hasMore: false });
  });

  it('forgets what was deleted, in its entries and its total', async () => {
    const { key } = await world.createCustomer();
    const [first = '', second = '', third = ''] = [
      await submit(world, key),
      await submit(world, key),
      await submit(world, key),
    ];
    await remove(world, key, second);
    const list = await listChecks(world, key, '?pageSize=2');
    expect(list.data.map(({ id }) => id)).toEqual([third, first]);
    expect([list.total, list.hasMore]).toEqual([2, false]);
  });
});
