import { erasureRequests, type MemberRole } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsOf, origin, password, send, setUpConsole, signIn, type World } from './fixtures.ts';

let world: World;
let http: FastifyInstance;

beforeAll(async () => {
  world = await setUpConsole();
  http = await world.startConsole();
});
afterAll(() => world.dispose());

async function signedInAs(role: MemberRole) {
  const person = await world.member({ role });
  return { ...person, cookie: await signIn(http, person.email) };
}

const check = { text: 'Soft cotton socks.', platform: 'dtc_us' };
const textId = createId('text');

describe('a write', () => {
  const writes = [
    ['/api/auth/sign-in', { email: 'a@example.com', password }],
    ['/api/auth/verify-email', { token: 'a.b.c', password }],
    ['/api/auth/sign-out', {}],
    ['/api/organizations', { name: 'x' }],
    ['/api/keys', { siteId: 'us', mode: 'live', name: 'x' }],
    ['/api/sites/us/text/checks', check],
  ] as const;

  it.each(writes)('%s without the own Origin is refused, and does nothing', async (url, body) => {
    const { cookie } = await signedInAs('owner');
    const before = [world.gateway.received.length, world.keyDelegations.length];
    for (const foreign of [null, 'null', 'https://evil.example', `${origin}.evil.example`, `${origin}:80`]) {
      const answer = await send(http, url, { body, cookie, origin: foreign });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect([world.gateway.received.length, world.keyDelegations.length]).toEqual(before);
    expect((await send(http, '/api/session', { cookie })).body.data.user).not.toBeNull();
  });

  it.each(writes)('%s as a form is refused', async (url, body) => {
    const { cookie } = await signedInAs('owner');
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      expect(
        await send(http, url, { body: JSON.stringify(body), cookie, headers: { 'content-type': type } }),
      ).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  it('of every method needs it', async () => {
    const { cookie } = await signedInAs('owner');
    for (const method of ['POST', 'PATCH', 'DELETE'] as const)
      for (const url of ['/api/keys/key_1', '/api/profile', '/api/sites/us/text/checks', '/api/nothing'])
        expect((await send(http, url, { method, cookie, origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('a stranger', () => {
  it.each([
    ['GET', '/api/keys'],
    ['GET', '/api/credits'],
    ['GET', '/api/statements?siteId=us'],
    ['GET', '/api/sites/us/account'],
    ['GET', `/api/sites/us/text/checks/${textId}`],
    ['POST', '/api/sites/us/text/checks'],
    ['POST', '/api/keys'],
    ['POST', '/api/organizations'],
    ['PATCH', '/api/profile'],
    ['DELETE', '/api/keys/key_1'],
  ] as const)('gets 401 from %s %s', async (method, url) => {
    const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
    expect(await send(http, url, { method, ...body })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
  });

  it('learns of a session that there is none', async () => {
    expect((await send(http, '/api/session')).body.data).toEqual({
      ...{ object: 'session', user: null, organizations: [], organization: null },
      ...{ signUp: 'closed', localMail: true, apiUrl: 'https://api.example.com' },
    });
  });
});

describe('a role', () => {
  it('of a viewer reads, and neither submits, deletes nor makes keys', async () => {
    const { cookie } = await signedInAs('viewer');
    expect((await send(http, '/api/sites/us/text/checks', { cookie })).status).toBe(200);
    expect((await send(http, '/api/keys', { cookie })).status).toBe(200);
    const before = world.gateway.received.length;
    const refused = { status: 403, body: { code: 'forbidden' } };
    expect(await send(http, '/api/sites/us/text/checks', { body: check, cookie })).toMatchObject(refused);
    expect(await send(http, `/api/sites/us/text/checks/${textId}/fix`, { body: {}, cookie })).toMatchObject(
      refused,
    );
    const deletion = { method: 'DELETE', cookie } as const;
    expect(await send(http, `/api/sites/us/text/checks/${textId}`, deletion)).toMatchObject(refused);
    const wish = { siteId: 'us', mode: 'test', name: 'x' };
    expect(await send(http, '/api/keys', { body: wish, cookie })).toMatchObject(refused);
    expect(world.gateway.received.length).toBe(before);
  });

  it('of an editor submits, and makes, renames, re-rolls and revokes no keys', async () => {
    const { cookie } = await signedInAs('editor');
    expect((await send(http, '/api/sites/us/text/checks', { body: check, cookie })).status).toBe(201);
    const before = world.keyDelegations.length;
    for (const [method, url, body] of [
      ['POST', '/api/keys', { siteId: 'us', mode: 'test', name: 'x' }],
      ['PATCH', '/api/keys/key_1', { name: 'x' }],
      ['POST', '/api/keys/key_1/reroll', { overlapSeconds: 0 }],
      ['DELETE', '/api/keys/key_1', undefined],
    ] as const)
      expect(await send(http, url, { method, cookie, ...(body ? { body } : {}) })).toMatchObject({
        status: 403,
      });
    expect(world.keyDelegations.length).toBe(before);
  });

  it('that is taken away is gone with the next request', async () => {
    const { cookie, userId } = await signedInAs('admin');
    await world.db.updateTable('member').set({ role: 'viewer' }).where('userId', '=', userId).execute();
    const wish = { siteId: 'us', mode: 'test', name: 'x' };
    expect((await send(http, '/api/keys', { body: wish, cookie })).status).toBe(403);
    await world.db.deleteFrom('member').where('userId', '=', userId).execute();
    expect((await send(http, '/api/keys', { cookie })).status).toBe(403);
    expect((await send(http, '/api/session', { cookie })).body.data.organization).toBeNull();
  });
});

describe('what is passed on to the API', () => {
  it('acts for the account, site and role of the session, whatever the request says', async () => {
    const { accountId, cookie, userId } = await signedInAs('editor');
    const headers = {
      ...{ 'x-redline-delegation': 'forged', authorization: 'Bearer svc_live_x', 'x-end-tenant': 'shop' },
      ...{ 'idempotency-key': 'once', 'x-request-id': 'request-of-the-page' },
    };
    const url = '/api/sites/id/text/checks?wait=2';
    const answer = await send(http, url, { body: { ...check, accountId: 'acct_other' }, cookie, headers });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-ratelimit-limit': '60' } });
    expect(answer.cookie).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
    const sent = world.gateway.received.at(-1);
    expect(sent).toMatchObject({ method: 'POST', url: '/v1/intl/id/text/checks?wait=2' });
    const { cookie: passed, authorization, 'x-end-tenant': tenant, ...rest } = sent?.headers ?? {};
    expect([passed, authorization, tenant]).toEqual([undefined, undefined, undefined]);
    expect(rest).toMatchObject({ 'idempotency-key': 'once', 'x-request-id': 'request-of-the-page' });
    const claims = await claimsOf(rest['x-redline-delegation']);
    expect(claims).toMatchObject({ accountId, siteId: 'id', tenantId: '', role: 'editor', userId });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(60);
  });

  it('has a delegation of its own each time', async () => {
    const { cookie } = await signedInAs('editor');
    const ids = new Set();
    for (let i = 0; i < 3; i++) {
      await send(http, '/api/sites/us/text/checks', { body: check, cookie });
      ids.add((await claimsOf(world.gateway.received.at(-1)?.headers['x-redline-delegation'])).jti);
    }
    expect(ids.size).toBe(3);
  });

  it.each([
    ['GET', '/api/sites/us/custom-rules'],
    ['GET', '/api/sites/fr/account'],
    ['GET', '/api/sites/us/text/checks/not-an-id'],
    ['GET', '/api/sites/us/text/checks/../../../../readyz'],
    ['GET', '/api/sites/us/text%2Fchecks'],
    ['GET', '/api/sites/us/..%2f..%2fmetrics'],
    ['GET', '/api/sites/us//account'],
    ['GET', `/api/sites/us/text/checks/${textId}/report`],
    ['POST', '/api/sites/us/account'],
    ['POST', '/api/sites/us/uploads/policy'],
    ['DELETE', '/api/sites/us/text/checks'],
  ] as const)('is not %s %s', async (method, url) => {
    const { cookie } = await signedInAs('owner');
    const before = world.gateway.received.length;
    const answer = await send(http, url, { method, cookie, ...(method === 'POST' ? { body: {} } : {}) });
    expect(answer.status).toBe(404);
    expect(world.gateway.received.length).toBe(before);
  });
});

describe('an organisation', () => {
  it('of others is chosen by nobody, and one that was left is not acted for', async () => {
    const [mine, other] = [await signedInAs('owner'), await signedInAs('owner')];
    const url = `/api/organizations/${other.organizationId}/select`;
    expect(await send(http, url, { body: {}, cookie: mine.cookie })).toMatchObject({ status: 404 });
    await world.db
      .updateTable('session')
      .set({ activeOrganizationId: other.organizationId })
      .where('userId', '=', mine.userId)
      .execute();
    const { organization } = (await send(http, '/api/session', { cookie: mine.cookie })).body.data;
    expect(organization.accountId).toBe(mine.accountId);
    await send(http, '/api/keys', { cookie: mine.cookie });
    expect(await claimsOf(world.keyDelegations.at(-1))).toMatchObject({
      accountId: mine.accountId,
      siteId: null,
    });
  });

  it('is chosen among the own, each with its role', async () => {
    const first = await signedInAs('owner');
    const second = await world.member({ email: first.email, role: 'viewer' });
    const cookie = await signIn(http, first.email);
    const url = `/api/organizations/${second.organizationId}/select`;
    const chosen = await send(http, url, { body: {}, cookie });
    expect(chosen.body.data.organization).toMatchObject({ accountId: second.accountId, role: 'viewer' });
    expect((await send(http, '/api/sites/us/text/checks', { body: check, cookie })).status).toBe(403);
  });

  it('is erased with its account, and with it whoever is in no other', async () => {
    const [gone, kept] = [await world.member(), await world.member()];
    await world.member({ accountId: gone.accountId, email: kept.email, role: 'editor' });
    const cookie = await signIn(http, gone.email);
    const erase = () => call(world.bus, erasureRequests.console, { accountId: gone.accountId });
    expect((await erase()).removed).toMatchObject({ organization: 1, user: 1 });
    expect(await erase()).toEqual({ removed: {}, left: {} });
    expect((await send(http, '/api/session', { cookie })).body.data.user).toBeNull();
    const session = await send(http, '/api/session', { cookie: await signIn(http, kept.email) });
    expect(session.body.data.organizations).toHaveLength(1);
  });
});

describe('mails of this machine', () => {
  it('are shown to nobody else, and nowhere where the console is not local', async () => {
    expect((await send(http, '/api/mail')).status).toBe(200);
    expect((await send(http, '/api/mail', { address: '192.0.2.7' })).status).toBe(404);
    expect((await send(http, '/api/mail', { headers: { host: 'evil.example:8083' } })).status).toBe(404);
    const proxied = await world.startConsole({ TRUST_PROXY: 'loopback' });
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    expect((await send(proxied, '/api/mail', { headers })).status).toBe(404);
    const safe = await world.startConsole({ CONSOLE_URL: 'https://console.example.com' });
    expect((await send(safe, '/api/mail')).status).toBe(404);
  });
});

describe('the page', () => {
  it('runs no script of others, is framed by nobody, and is for every path but the interface', async () => {
    const [first, second] = [await send(http, '/'), await send(http, '/checks/us/x')];
    expect(second.status).toBe(200);
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(first.headers['content-security-policy']).not.toBe(second.headers['content-security-policy']);
    for (const url of ['/api/nothing', '/assets/nothing.js'])
      expect(await send(http, url)).toMatchObject({ status: 404, body: { success: false } });
  });
});
