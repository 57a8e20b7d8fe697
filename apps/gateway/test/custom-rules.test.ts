import { internationalContract, us } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let owner: Awaited<ReturnType<World['createKey']>>;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env: { TENANT_SCOPES_PER_KEY: '2' } });
});
afterEach(() => {
  world.services.plan = { mayIssueKeys: true };
  Object.assign(world.services.words, { pageSize: 1_000, brokenPage: undefined });
});
afterAll(() => world.dispose());

const contract = internationalContract(us);
const rulesPath = `${us.prefix}/custom-rules`;

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: unknown, tenant?: string) {
  return send(gateway.http, owner.key, {
    method,
    url: `${rulesPath}${path}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tenant ? { 'x-end-tenant': tenant } : {}),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
const fresh = async () => {
  owner = await world.createKey();
};
const scopesOpened = async () => {
  const { rows } = await sql<{
    opened: number;
  }>`select count(*)::int as opened from tenant_scope where opened_by = ${owner.keyId}`.execute(world.db);
  return rows[0]?.opened;
};

describe('a custom rule', () => {
  it('is created, listed, changed and deleted as the contract has it', async () => {
    await fresh();
    const created = await ask('POST', '', { keyword: ' miracle ', note: 'n', library: 'touliu' });
    expect(created.status).toBe(201);
    expect(contract.createCustomRule.responses[201].parse(created.body)).toEqual(created.body);
    const { id } = created.body.data;
    expect(created.body.data).toMatchObject({ keyword: 'miracle', matchType: 'keyword', enabled: true });

    const listed = await ask('GET');
    expect(contract.listCustomRules.responses[200].parse(listed.body)).toEqual(listed.body);
    expect(listed.body.data).toMatchObject({ object: 'list', total: 1, data: [{ id }] });
    expect(listed.headers['content-type']).toBe('application/json; charset=utf-8');

    const changed = await ask('PATCH', `/${id}`, { note: null, matchType: 'phrase' });
    expect(contract.updateCustomRule.responses[200].parse(changed.body)).toEqual(changed.body);
    expect(changed.body.data).toMatchObject({ id, note: null, matchType: 'keyword' });

    const deleted = await ask('DELETE', `/${id}`);
    expect(deleted.body).toEqual({
      success: true,
      data: { id, object: us.objects.customRule, deleted: true },
    });
    expect((await ask('DELETE', `/${id}`)).status).toBe(404);
  });

  it('that is there already, or one too many, is 400 with a sentence that says so', async () => {
    await fresh();
    world.services.plan = { mayIssueKeys: true, name: 'standard', wordLimit: 1 };
    await ask('POST', '', { keyword: 'one' });
    const twice = await ask('POST', '', { keyword: 'one' });
    expect([twice.status, twice.body.error]).toEqual([
      400,
      'keyword "one" is in this word list already; case and blanks around it make no difference',
    ]);
    expect(twice.body.issues).toEqual([{ path: 'keyword', message: twice.body.error }]);
    const full = await ask('POST', '', { keyword: 'two' });
    expect([full.status, full.body.error]).toEqual([
      400,
      'the word list is full: 1 of the 1 words that the plan standard allows are in use, over all sites and tenants',
    ]);
  });

  it('of somebody else, of another tenant or of no form is not found', async () => {
    await fresh();
    const { id } = (await ask('POST', '', { keyword: 'one' })).body.data;
    for (const [path, tenant] of [
      [id, 'shop-1'],
      [createId('rule'), undefined],
      [createId('text'), undefined],
      ['x', undefined],
      ['%F0%9F%98%80', undefined],
    ] as const) {
      const answers = [
        await ask('PATCH', `/${path}`, {}, tenant),
        await ask('DELETE', `/${path}`, undefined, tenant),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        Array(2).fill([404, 'not_found']),
      );
    }
    await fresh();
    expect((await ask('PATCH', `/${id}`, { enabled: false })).status).toBe(404);
  });
});

describe('a list of many words', () => {
  const fill = async (count: number) => {
    await fresh();
    await ask('POST', '/bulk-import', {
      items: Array.from({ length: count }, (_, n) => ({ keyword: `w${n}` })),
    });
  };

  it('comes whole and in order, however many pages it takes', async () => {
    world.services.words.pageSize = 3;
    for (const count of [0, 1, 2, 3, 4, 6, 7]) {
      await fill(count);
      const { status, body } = await ask('GET');
      expect(status).toBe(200);
      expect(body.data.data.map(({ keyword }: { keyword: string }) => keyword)).toEqual(
        Array.from({ length: count }, (_, n) => `w${count - 1 - n}`),
      );
      expect(body.data.total).toBe(count);
    }
  });

  it('fails as a whole: as an answer on its first page, broken off later', async () => {
    Object.assign(world.services.words, { pageSize: 2, brokenPage: 0 });
    await fill(5);
    expect((await ask('GET')).status).toBe(500);
    world.services.words.brokenPage = 1;
    await expect(ask('GET')).rejects.toThrow();
  });

  it('answers HEAD without a body', async () => {
    await fill(2);
    const { statusCode, payload } = await gateway.http.inject({
      method: 'HEAD',
      url: rulesPath,
      headers: { authorization: `Bearer ${owner.key}` },
    });
    expect([statusCode, payload]).toEqual([200, '']);
  });
});

describe('an import', () => {
  it('of 2,000 short words is one message, and of long ones several', async () => {
    await fresh();
    const { imports } = world.services.words;
    imports.length = 0;
    const items = Array.from({ length: 2_000 }, (_, n) => ({ keyword: `word ${n}` }));
    const answer = await ask('POST', '/bulk-import', { items });
    expect(answer.status).toBe(201);
    expect(contract.importCustomRules.responses[201].parse(answer.body)).toEqual(answer.body);
    expect(imports).toEqual([2_000]);
    imports.length = 0;
    const long = items.map(({ keyword }) => ({
      keyword: keyword.padEnd(100, '词'),
      replacement: '换'.repeat(100),
      note: '注'.repeat(200),
    }));
    expect((await ask('POST', '/bulk-import', { items: long })).body.data).toMatchObject({ total: 2_000 });
    expect(imports.length).toBeGreaterThan(1);
    expect(imports.reduce((sum, size) => sum + size, 0)).toBe(2_000);
  });

  it('has a limit of its own for the body, and no other route has it', async () => {
    await fresh();
    const padding = ' '.repeat(1_000_000);
    expect((await ask('POST', '/bulk-import', `{"items":[]${padding}}`)).status).toBe(201);
    expect((await ask('POST', '', `{"keyword":"a"${padding}}`)).status).toBe(413);
    expect((await ask('POST', '/bulk-import', `{"items":[]${padding.repeat(7)}}`)).status).toBe(413);
  });

  it('says which entry is wrong', async () => {
    await fresh();
    const items = [{ keyword: 'a' }, { keyword: '' }, 'b', { keyword: 'c', note: 7 }];
    const { status, body } = await ask('POST', '/bulk-import', { items });
    expect([status, body.error.split('; ')]).toEqual([
      400,
      expect.arrayContaining([
        'items[1].keyword must have 1 to 100 characters',
        'items[2] must be an object with a keyword',
        'items[3].note must be a string',
      ]),
    ]);
  });
});

describe('a free plan', () => {
  it('reads everything and writes nothing; no scope is opened by the attempt', async () => {
    await fresh();
    const { id } = (await ask('POST', '', { keyword: 'one' })).body.data;
    world.services.plan = { mayIssueKeys: true, name: 'free', wordLimit: 0 };
    const writes = [
      await ask('POST', '', { keyword: 'two' }, 'shop-1'),
      await ask('POST', '/bulk-import', { items: [] }, 'shop-1'),
      await ask('PATCH', `/${id}`, { enabled: false }),
      await ask('DELETE', `/${id}`),
      await ask('PATCH', '/settings', { enabled: false }, 'shop-1'),
    ];
    expect(writes.map(({ status, body }) => [status, body.code])).toEqual(
      Array(5).fill([403, 'plan_required']),
    );
    expect(writes[0]?.body).toMatchObject({
      error:
        "changing custom words needs the plan standard or a higher one; the account's plan on this site is free",
      requiredPlan: 'standard',
    });
    expect(await scopesOpened()).toBe(0);
    expect((await ask('GET')).body.data.total).toBe(1);
    const quota = await ask('GET', '/quota');
    expect(contract.getCustomRuleQuota.responses[200].parse(quota.body)).toEqual(quota.body);
    expect(quota.body.data).toMatchObject({ used: 1, limit: 0, isPaid: false });
    expect((await ask('GET', '/settings')).body.data).toEqual({
      object: us.objects.customRuleSettings,
      enabled: true,
    });
  });
});

describe('the master switch', () => {
  it('is the account’s, whatever the tenant header', async () => {
    await fresh();
    const turned = await ask('PATCH', '/settings', { enabled: false }, 'shop-1');
    expect(contract.updateCustomRuleSettings.responses[200].parse(turned.body)).toEqual(turned.body);
    for (const tenant of [undefined, 'shop-2']) {
      expect((await ask('GET', '/settings', undefined, tenant)).body.data.enabled).toBe(false);
    }
  });

  it.each([[{}], [{ enabled: 'no' }], [{ enabled: null }], [[]], ['"x"']])('refuses %j', async (body) => {
    await fresh();
    const { status, body: answer } = await ask('PATCH', '/settings', body);
    expect([status, answer.code]).toEqual([400, 'invalid_request']);
  });
});

describe('tenant scopes', () => {
  it('are opened by writes and not by reads, and no further than the key may', async () => {
    await fresh();
    for (const path of ['', '/quota', '/settings']) await ask('GET', path, undefined, 'shop-0');
    expect(await scopesOpened()).toBe(0);
    expect((await ask('POST', '', { keyword: 'a' }, 'shop-1')).status).toBe(201);
    expect((await ask('POST', '/bulk-import', { items: [] }, 'shop-2')).status).toBe(201);
    const third = await ask('POST', '', { keyword: 'a' }, 'shop-3');
    expect([third.status, third.body.code]).toEqual([403, 'tenant_scope_limit']);
    expect(await scopesOpened()).toBe(2);
  });
});

describe('the limits', () => {
  it('count reads as queries and everything else as configuration', async () => {
    await fresh();
    const limitOf = ({ headers }: { headers: Record<string, unknown> }) =>
      Number(headers['x-ratelimit-limit']);
    expect(limitOf(await ask('GET'))).toBe(600);
    expect(limitOf(await ask('GET', '/quota'))).toBe(600);
    expect(limitOf(await ask('POST', '', {}))).toBe(120);
    expect(limitOf(await ask('POST', '/bulk-import', {}))).toBe(120);
    expect(limitOf(await ask('PATCH', '/settings', {}))).toBe(120);
    expect(limitOf(await ask('DELETE', '/x'))).toBe(120);
  });
});
