import { internationalContract, us } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksPath, goodBody, type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let owner: Awaited<ReturnType<World['createKey']>>;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica();
  owner = await world.createKey();
});
afterAll(() => world.dispose());

const contract = internationalContract(us);
const get = (path: string, headers: Record<string, string> = {}, key = owner.key) =>
  send(gateway.http, key, { method: 'GET', url: path, headers });

describe('a text check', () => {
  it('is accepted, charged once and has its job, and can be read at once', async () => {
    const { status, body, headers } = await submitCheck(gateway.http, owner.key);
    expect(status).toBe(201);
    expect(contract.createTextCheck.responses[201].parse(body)).toEqual(body);
    const { id } = body.data;
    expect(id).toMatch(/^text_[0-9a-z]{26}$/);
    expect(world.services.charges.get(id)).toBe(2);
    expect(await world.services.hasJob(id)).toBe(true);
    expect(headers['x-request-id']).toBeTruthy();

    const read = await get(`${checksPath}/${id}`);
    expect(read.status).toBe(200);
    expect(contract.getTextCheck.responses[200].parse(read.body)).toEqual(read.body);
    expect(read.body.data).toMatchObject({ id, ...goodBody });
  });

  it('explains in Chinese unless told otherwise', async () => {
    const { body } = await submitCheck(gateway.http, owner.key, {}, { ...goodBody, colour: 'red' });
    expect(world.services.records.get(body.data.id)?.check).toEqual({
      ...goodBody,
      explainLocale: 'zh-CN',
    });
  });

  it('is deleted for good', async () => {
    const { body } = await submitCheck(gateway.http, owner.key);
    const path = `${checksPath}/${body.data.id}`;
    const deleted = await send(gateway.http, owner.key, { method: 'DELETE', url: path });
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { success: true, data: { id: body.data.id, object: us.objects.textCheck, deleted: true } },
    ]);
    expect((await get(path)).status).toBe(404);
    expect((await send(gateway.http, owner.key, { method: 'DELETE', url: path })).status).toBe(404);
  });

  it('of somebody else, of another form or of nobody is not found', async () => {
    const stranger = await world.createKey();
    const { body } = await submitCheck(gateway.http, stranger.key);
    const ids = [
      body.data.id,
      createId('text'),
      createId('key'),
      'x',
      '%00',
      '%F0%9F%98%80',
      '..%2F..',
      'text_',
      'a'.repeat(600),
    ];
    for (const id of ids) {
      const answer = await get(`${checksPath}/${id}`);
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'not_found']);
    }
  });

  it('without enough credits is 402 with both numbers, and no record stays', async () => {
    const before = world.services.balance;
    world.services.balance = 1;
    const { status, body } = await submitCheck(gateway.http, owner.key);
    world.services.balance = before;
    expect(status).toBe(402);
    expect(body).toMatchObject({
      success: false,
      code: 'insufficient_credits',
      requiredCredits: 2,
      currentBalance: 1,
    });
    expect(contract.createTextCheck.responses[402].parse(body)).toEqual(body);
    const last = world.services.calls.at(-1) ?? '';
    expect(last).toMatch(/^abandon text_\w+ refused$/);
    expect(world.services.records.has(last.split(' ')[1] ?? '')).toBe(false);
  });
});

describe('the list', () => {
  it('pages through a scope, newest first', async () => {
    const { key } = await world.createKey();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await submitCheck(gateway.http, key)).body.data.id);
    const first = await get(`${checksPath}?page=1&pageSize=2`, {}, key);
    expect(contract.listTextChecks.responses[200].parse(first.body)).toEqual(first.body);
    expect(first.body.data).toMatchObject({ object: 'list', page: 1, pageSize: 2, total: 5, hasMore: true });
    const last = await get(`${checksPath}?page=3&pageSize=2`, {}, key);
    expect(last.body.data).toMatchObject({ page: 3, total: 5, hasMore: false });
    expect(last.body.data.data.map((item: { id: string }) => item.id)).toEqual(ids.slice(4));
  });

  it.each([
    'page=0',
    'page=x',
    'page=-1',
    'pageSize=51',
    'pageSize=0',
    'pageSize=1.5',
    'page=1&page=2',
    'page=',
  ])('refuses %s', async (query) => {
    const { status, body } = await get(`${checksPath}?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.error).toMatch(/^page(Size)? must be a whole number from 1 to \d+$/);
  });
});

describe('the account', () => {
  it('shows what billing knows, with the names of the site', async () => {
    const { status, body } = await get(`${us.prefix}/account`);
    expect(status).toBe(200);
    expect(contract.getAccount.responses[200].parse(body)).toEqual(body);
    expect(body.data).toMatchObject({
      object: 'intl_account',
      country: 'us',
      subscription: { isPaid: true },
    });
  });
});
