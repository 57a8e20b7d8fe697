import { mainContract, mainSite, type NoticeHit } from '@redline/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let owner: Awaited<ReturnType<World['createKey']>>;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env: { TENANT_SCOPES_PER_KEY: '1' } });
});
beforeEach(async () => {
  owner = await world.createKey('main');
  Object.assign(world.services.notices, { hits: [] });
  world.services.notices.requests.length = 0;
});
afterAll(() => world.dispose());

async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, tenant?: string) {
  return send(gateway.http, owner.key, {
    method,
    url: `${mainSite.prefix}/qualifications${path}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tenant ? { 'x-end-tenant': tenant } : {}),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}
const scopesOpened = async () => {
  const { rows } = await sql<{
    opened: number;
  }>`select count(*)::int as opened from tenant_scope where opened_by = ${owner.keyId}`.execute(world.db);
  return rows[0]?.opened;
};

const hit: NoticeHit = {
  id: 'main.notice.legal',
  industry: 'legal',
  industryLabel: '法律服务',
  mechanism: 'qualification',
  severity: 'normal',
  requiredCredentials: [{ name: '律师执业证书', who: 'individual', note: '平台认证' }],
  userHint: '提示',
  sourceNote: '《律师法》第十三条',
  effectiveFrom: '2008-06-01',
  dismissKey: 'qualification:法律服务',
  dismissable: true,
  dismissed: false,
  matchedBy: 'keyword',
};

describe('notices', () => {
  it('are answered with 201 as the contract has them, without a charge and without opening a scope', async () => {
    world.services.notices.hits = [hit];
    const balance = world.services.balance;
    const body = { productVertical: 'creator', platform: 'shortvideo_a', industry: 'legal', text: '找律师' };
    const answer = await ask('POST', '/notice', { ...body, colour: 'red' }, 'shop-1');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ success: true, data: { hits: [hit] } });
    expect(mainContract.findNotices.responses[201].parse(answer.body)).toEqual(answer.body);
    expect(world.services.notices.requests).toEqual([
      { scope: { accountId: owner.accountId, siteId: 'main', tenantId: 'shop-1' }, question: body },
    ]);
    expect(world.services.balance).toBe(balance);
    expect(await scopesOpened()).toBe(0);
  });

  it('need no more than a product line; no hit is an empty array', async () => {
    const answer = await ask('POST', '/notice', { productVertical: 'touliu' });
    expect([answer.status, answer.body.data]).toEqual([201, { hits: [] }]);
    expect(world.services.notices.requests[0]?.question).toEqual({ productVertical: 'touliu', text: '' });
  });

  it('take texts of up to 20,000 characters', async () => {
    const longest = { productVertical: 'creator', text: '酒'.repeat(20_000) };
    expect((await ask('POST', '/notice', longest)).status).toBe(201);
  });

  it.each([
    ['no product line', {}, 'productVertical is required; one of: creator, duanju, touliu'],
    [
      'another product line',
      { productVertical: 'live' },
      'productVertical must be one of: creator, duanju, touliu',
    ],
    [
      'an industry outside the list',
      { productVertical: 'creator', industry: 'food' },
      'industry must be one of: general, other, ',
    ],
    [
      'null for an industry',
      { productVertical: 'creator', industry: null },
      'industry must be one of: general, other, ',
    ],
    ['a number for a platform', { productVertical: 'creator', platform: 3 }, 'platform must be a string'],
    [
      'a text that is too long',
      { productVertical: 'creator', text: 'x'.repeat(20_001) },
      'text must have at most 20000 characters',
    ],
    [
      'a text with a NUL',
      { productVertical: 'creator', text: 'a\0' },
      'text must not contain a NUL character',
    ],
  ])('answer %s with 400 and a sentence', async (_, body, sentence) => {
    const answer = await ask('POST', '/notice', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.startsWith(sentence), answer.body.error).toBe(true);
  });

  it('count against the configuration limit', async () => {
    for (const answer of [
      await ask('POST', '/notice', { productVertical: 'creator' }),
      await ask('POST', '/dismissals', { dismissKey: 'a:b' }),
      await ask('DELETE', '/dismissals?key=a:b'),
    ]) {
      expect(answer.headers['x-ratelimit-limit']).toBe('120');
    }
    expect((await ask('GET', '/dismissals')).headers['x-ratelimit-limit']).toBe('600');
  });
});

describe('a dismissal', () => {
  it('is kept, listed and taken back in its tenant scope, twice as well as once', async () => {
    for (const _ of ['once', 'twice']) {
      const kept = await ask('POST', '/dismissals', { dismissKey: hit.dismissKey }, 'shop-1');
      expect([kept.status, kept.body]).toEqual([201, { success: true, data: { ok: true } }]);
    }
    const keysOf = async (tenant?: string) =>
      (await ask('GET', '/dismissals', undefined, tenant)).body.data.keys;
    expect(await keysOf('shop-1')).toEqual([hit.dismissKey]);
    expect(await keysOf()).toEqual([]);
    for (const _ of ['once', 'twice']) {
      const query = `?key=${encodeURIComponent(hit.dismissKey)}`;
      const restored = await ask('DELETE', `/dismissals${query}`, undefined, 'shop-1');
      expect([restored.status, restored.body]).toEqual([200, { success: true, data: { ok: true } }]);
    }
    expect(await keysOf('shop-1')).toEqual([]);
  });

  it('opens its scope, and is refused past the number of scopes that a key may open', async () => {
    expect((await ask('POST', '/dismissals', { dismissKey: 'a:b' }, 'shop-1')).status).toBe(201);
    expect(await scopesOpened()).toBe(1);
    const refused = await ask('POST', '/dismissals', { dismissKey: 'a:b' }, 'shop-2');
    expect([refused.status, refused.body.code]).toEqual([403, 'tenant_scope_limit']);
    expect((await ask('GET', '/dismissals', undefined, 'shop-2')).body.data).toEqual({ keys: [] });
  });

  it.each([
    ['POST', '/dismissals', {}, 'dismissKey is required'],
    ['POST', '/dismissals', { dismissKey: '' }, 'dismissKey must have 1 to 200 characters'],
    ['POST', '/dismissals', { dismissKey: 'x'.repeat(201) }, 'dismissKey must have 1 to 200 characters'],
    ['POST', '/dismissals', { dismissKey: 7 }, 'dismissKey must be a string'],
    ['DELETE', '/dismissals', undefined, 'key is required'],
    ['DELETE', '/dismissals?key=', undefined, 'key must have 1 to 200 characters'],
    ['DELETE', '/dismissals?key=a&key=b', undefined, 'key must be a string'],
  ] as const)('%s %s %j is 400: %s', async (method, path, body, sentence) => {
    const answer = await ask(method, path, body);
    expect([answer.status, answer.body.error]).toEqual([400, sentence]);
  });

  it('is unknown on the international sites', async () => {
    const answer = await send(gateway.http, (await world.createKey('us')).key, {
      method: 'GET',
      url: '/v1/intl/us/qualifications/dismissals',
    });
    expect(answer.status).toBe(404);
  });
});
