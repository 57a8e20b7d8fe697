import { mainContract } from '@redline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let owner: Awaited<ReturnType<World['createKey']>>;
beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica();
  owner = await world.createKey('main');
});
afterAll(() => world.dispose());

const goodBody = {
  text: '纯棉毛巾三条装，吸水柔软。',
  platform: 'shortvideo_a',
  industryVertical: 'general',
};
const ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { payload, tenant }: { payload?: object; tenant?: string } = {},
) =>
  send(gateway.http, owner.key, {
    method,
    url: `/v1${path}`,
    headers: {
      ...(payload && { 'content-type': 'application/json' }),
      ...(tenant && { 'x-end-tenant': tenant }),
    },
    ...(payload && { payload: JSON.stringify(payload) }),
  });

describe('a text check of the main site', () => {
  it('is accepted as its contract says, with the defaults filled in, and can be read and listed', async () => {
    const { status, body } = await ask('POST', '/text/checks', { payload: goodBody });
    expect(status).toBe(201);
    expect(mainContract.createTextCheck.responses[201].parse(body)).toEqual(body);
    const { id } = body.data;
    expect(world.services.records.get(id)?.check).toEqual({
      ...goodBody,
      productVertical: 'creator',
      sceneMode: 'content',
      autoFix: false,
    });
    expect(await world.services.hasJob(id)).toBe(true);
    const read = await ask('GET', `/text/checks/${id}`);
    expect(mainContract.getTextCheck.responses[200].parse(read.body)).toEqual(read.body);
    const list = await ask('GET', '/text/checks');
    expect(mainContract.listTextChecks.responses[200].parse(list.body)).toEqual(list.body);
    expect(list.body.data.data[0].id).toBe(id);
  });

  it('of a line that is not enabled is 403 and leaves no record', async () => {
    world.services.closedLine = 'duanju';
    const before = world.services.records.size;
    const { status, body } = await ask('POST', '/text/checks', {
      payload: { ...goodBody, productVertical: 'duanju' },
    });
    expect([status, body.code]).toEqual([403, 'product_line_not_enabled']);
    expect(world.services.records.size).toBe(before);
    world.services.closedLine = null;
  });

  it('is looked for by what the list is narrowed to, and by nothing where it is not', async () => {
    const filterOf = async (query: string) => {
      await ask('GET', `/text/checks${query}`);
      return world.services.filters.at(-1);
    };
    expect(await filterOf('?page=2')).toEqual({});
    const query = `?productVertical=touliu&platform=shortvideo_b&keyword=${encodeURIComponent('毛巾')}`;
    expect(await filterOf(query)).toEqual({
      productVertical: 'touliu',
      platform: 'shortvideo_b',
      keyword: '毛巾',
    });
  });

  it('counts as a submission, a list as a query, words as configuration', async () => {
    const limitOf = async (...asked: Parameters<typeof ask>) =>
      (await ask(...asked)).headers['x-ratelimit-limit'];
    expect([
      await limitOf('POST', '/text/checks', { payload: goodBody }),
      await limitOf('GET', '/text/checks'),
      await limitOf('PATCH', '/custom-rules/settings', { payload: { enabled: true } }),
    ]).toEqual(['60', '600', '120']);
  });
});

describe('the words of the main site', () => {
  it('carry their library', async () => {
    const { status, body } = await ask('POST', '/custom-rules', {
      payload: { keyword: '秒杀', library: 'touliu' },
    });
    expect(status).toBe(201);
    expect(mainContract.createCustomRule.responses[201].parse(body)).toEqual(body);
    expect(body.data).toMatchObject({ object: 'custom_rule', keyword: '秒杀', library: 'touliu' });
    const list = await ask('GET', '/custom-rules');
    expect(mainContract.listCustomRules.responses[200].parse(list.body)).toEqual(list.body);
    await ask('POST', '/custom-rules/bulk-import', {
      payload: { library: 'duanju', items: [{ keyword: '大结局' }] },
    });
    expect((await ask('GET', '/custom-rules')).body.data.data[0]).toMatchObject({ library: 'duanju' });
  });

  it('have a switch for each tenant, and the account’s in the own scope', async () => {
    const turn = (enabled: boolean, tenant?: string) =>
      ask('PATCH', '/custom-rules/settings', { payload: { enabled }, ...(tenant && { tenant }) });
    await turn(false, 'shop');
    const { switches } = world.services.words;
    expect(switches.get(`${owner.accountId} main shop`)).toBe(false);
    await turn(false);
    expect(switches.get(owner.accountId)).toBe(false);
    const { body } = await ask('GET', '/custom-rules/settings', { tenant: 'other' });
    expect(body.data).toEqual({ object: 'custom_rule_settings', enabled: true });
  });
});

describe('the account of the main site', () => {
  it('has no country and no date of renewal', async () => {
    const { status, body } = await ask('GET', '/account');
    expect(status).toBe(200);
    expect(mainContract.getAccount.responses[200].parse(body)).toEqual(body);
    expect(Object.keys(body.data).sort()).toEqual(['credits', 'object', 'subscription', 'usageThisMonth']);
    expect(body.data.subscription).toEqual({ plan: 'premium-main', isPaid: true });
  });
});
