import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { accountKeyRequests, delegation, type MemberRole } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksPath, goodBody, type Replica, send, setUpWorld, type World } from './fixtures.ts';

const oldSecret = 'a-secret-that-goes-and-has-32-characters';
const secret = 'a-secret-that-comes-and-has-32-characters';

let world: World;
let first: Replica;
let second: Replica;
let internalUrl: string;
let secondUrl: string;
let publicUrl: string;

async function start(env: Readonly<Record<string, string>>): Promise<{ replica: Replica; internal: string }> {
  const replica = await world.startReplica({ env });
  replica.internal.listen({ host: '127.0.0.1', port: 0 });
  await once(replica.internal, 'listening');
  return { replica, internal: urlOf(replica.internal.address()) };
}

const urlOf = (address: unknown) => `http://127.0.0.1:${(address as AddressInfo).port}`;

beforeAll(async () => {
  world = await setUpWorld();
  const env = { DELEGATION_SECRETS: `${secret},${oldSecret}` };
  ({ replica: first, internal: internalUrl } = await start(env));
  ({ replica: second, internal: secondUrl } = await start(env));
  await first.http.listen({ host: '127.0.0.1', port: 0 });
  publicUrl = urlOf(first.http.server.address());
});
afterAll(() => world.dispose());

interface Wish {
  readonly accountId?: string;
  readonly siteId?: string | null;
  readonly tenantId?: string;
  readonly role?: MemberRole;
  readonly by?: string;
  readonly audience?: string;
  readonly issuer?: string;
  /** Seconds from now. */
  readonly issuedAt?: number;
  readonly seconds?: number;
  readonly id?: string;
}

function sign({
  accountId = createId('acct'),
  siteId = 'us',
  tenantId = '',
  role = 'editor',
  ...wish
}: Wish) {
  const iat = Math.floor(Date.now() / 1_000) + (wish.issuedAt ?? 0);
  return new SignJWT({ accountId, siteId, tenantId, role, userId: 'user-1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(wish.issuer ?? delegation.issuer)
    .setAudience(wish.audience ?? delegation.audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + (wish.seconds ?? 60))
    .setJti(wish.id ?? randomUUID())
    .sign(new TextEncoder().encode(wish.by ?? secret));
}

async function ask(
  token: string | undefined,
  { method = 'GET', path = checksPath, body, url = internalUrl, headers = {} }: Partial<Asked> = {},
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { [delegation.header]: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const submit = (token: string | undefined, url = internalUrl) =>
  ask(token, { method: 'POST', body: goodBody, url });

describe('a delegation', () => {
  it('lets a member submit and read what an API key of the account reads too', async () => {
    const { accountId, key } = await world.createKey('us');
    const submitted = await submit(await sign({ accountId }));
    expect(submitted).toMatchObject({ status: 201, body: { success: true } });
    const { id } = submitted.body['data'] as { id: string };
    expect(
      await ask(await sign({ accountId, role: 'viewer' }), { path: `${checksPath}/${id}` }),
    ).toMatchObject({
      status: 200,
    });
    expect((await send(first.http, key, { method: 'GET', url: `${checksPath}/${id}` })).status).toBe(200);
    const other = await ask(await sign({}), { path: `${checksPath}/${id}` });
    expect(other).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('that is signed by the secret that goes is taken as long as that is set', async () => {
    expect((await ask(await sign({ by: oldSecret }))).status).toBe(200);
  });

  it.each([
    ['forged', { by: 'another-secret-that-nobody-here-has-set' }],
    ['expired', { issuedAt: -70 }],
    ['of the future', { issuedAt: 60 }],
    ['longer than a minute', { seconds: 61 }],
    ['for another audience', { audience: 'redline-billing' }],
    ['of another issuer', { issuer: 'redline-page' }],
    ['for another site', { siteId: 'id' }],
    ['for no site', { siteId: null }],
    ['of a role that there is not', { role: 'root' as MemberRole }],
    ['without a proper id', { id: 'x' }],
  ] satisfies [string, Wish][])('that is %s is refused', async (_, wish) => {
    expect(await ask(await sign(wish))).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('without a signature, or with none at all, is refused', async () => {
    const [, claims] = (await sign({})).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [`${none}.${claims}.`, 'x', undefined]) expect((await ask(token)).status).toBe(401);
  });

  it('changes something once, whichever replica it comes to', async () => {
    const token = await sign({});
    expect((await submit(token)).status).toBe(201);
    for (const url of [internalUrl, secondUrl])
      expect(await submit(token, url)).toMatchObject({
        status: 401,
        body: { error: expect.stringContaining('used') },
      });
    expect((await ask(token)).status).toBe(200);
  });

  it('of a viewer reads and neither submits, changes nor deletes', async () => {
    const accountId = createId('acct');
    const submitted = await submit(await sign({ accountId }));
    const { id } = submitted.body['data'] as { id: string };
    for (const asked of [
      { method: 'POST', body: goodBody },
      { method: 'DELETE', path: `${checksPath}/${id}` },
      { method: 'POST', path: `${checksPath}/${id}/fix`, body: {} },
    ])
      expect(await ask(await sign({ accountId, role: 'viewer' }), asked)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
  });

  it('names the tenant, and no header changes that', async () => {
    const { accountId, key } = await world.createKey('us');
    const tenant = { 'x-end-tenant': 'shop-1' };
    const opened = await send(first.http, key, {
      method: 'POST',
      url: checksPath,
      payload: goodBody,
      headers: tenant,
    });
    const { id } = opened.body.data;
    const path = `${checksPath}/${id}`;
    expect((await ask(await sign({ accountId, tenantId: 'shop-1' }), { path })).status).toBe(200);
    expect((await ask(await sign({ accountId }), { path, headers: tenant })).status).toBe(404);
    const unopened = await submit(await sign({ accountId, tenantId: 'shop-2' }));
    expect(unopened).toMatchObject({ status: 403, body: { code: 'tenant_scope_limit' } });
  });
});

describe('the public listener', () => {
  it('takes no delegation', async () => {
    expect((await ask(await sign({}), { url: publicUrl })).status).toBe(401);
    expect((await submit(await sign({}), publicUrl)).status).toBe(401);
  });

  it('takes none behind a header that a proxy of the internal one might set', async () => {
    const headers = { 'x-forwarded-for': '127.0.0.1', host: new URL(internalUrl).host };
    expect((await ask(await sign({}), { url: publicUrl, headers })).status).toBe(401);
  });
});

describe('the internal listener', () => {
  it('takes no API key, and has nothing beside the API', async () => {
    const { key } = await world.createKey('us');
    const headers = { authorization: `Bearer ${key}` };
    expect((await ask(undefined, { headers })).status).toBe(401);
    for (const path of ['/docs', '/mcp/us', '/healthz', '/openapi.json'])
      expect((await ask(await sign({}), { path })).status).toBe(404);
  });

  it('counts the requests of all members of an account together', async () => {
    const env = { DELEGATION_SECRETS: secret, RATE_QUERY: '2' };
    const { internal } = await start(env);
    const accountId = createId('acct');
    const statuses = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await ask(await sign({ accountId }), { url: internal })).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask(await sign({}), { url: internal })).status).toBe(200);
  });
});

describe('keys by delegation', () => {
  const make = async (wish: Wish) =>
    call(world.bus, accountKeyRequests.create, {
      delegation: await sign({ siteId: null, ...wish }),
      siteId: 'us',
      mode: 'live',
      name: 'Shop',
      expiresAt: null,
    });

  it('are made by an admin for the own account, work, and end at once when revoked', async () => {
    const accountId = createId('acct');
    const made = await make({ accountId, role: 'admin' });
    if (made.outcome !== 'created') throw new Error(made.message);
    const read = () => send(second.http, made.key, { method: 'GET', url: checksPath });
    expect((await read()).status).toBe(200);
    const listed = await call(world.bus, accountKeyRequests.list, {
      delegation: await sign({ accountId, siteId: null, role: 'viewer' }),
    });
    expect(listed).toMatchObject({ outcome: 'listed', keys: [{ keyId: made.keyId, name: 'Shop' }] });
    const token = await sign({ accountId, siteId: null, role: 'owner' });
    const revoke = () => call(world.bus, accountKeyRequests.revoke, { delegation: token, keyId: made.keyId });
    expect(await revoke()).toEqual({ outcome: 'revoked' });
    await second.bus.connection.flush();
    expect((await read()).status).toBe(401);
    expect(await revoke()).toMatchObject({ outcome: 'refused', code: 'unauthorized' });
  });

  it.each(['editor', 'viewer'] as const)('are not made by an %s', async (role) => {
    expect(await make({ role })).toMatchObject({ outcome: 'refused', code: 'forbidden' });
  });

  it('of another account are not found, whatever is tried', async () => {
    const { keyId, key } = await world.createKey('us');
    const mine = async () => ({ delegation: await sign({ siteId: null, role: 'owner' }), keyId });
    const missing = { outcome: 'refused', code: 'not_found' };
    expect(await call(world.bus, accountKeyRequests.revoke, await mine())).toMatchObject(missing);
    expect(await call(world.bus, accountKeyRequests.rename, { ...(await mine()), name: 'x' })).toMatchObject(
      missing,
    );
    const reroll = { ...(await mine()), overlapSeconds: 0 };
    expect(await call(world.bus, accountKeyRequests.reroll, reroll)).toMatchObject(missing);
    expect((await send(first.http, key, { method: 'GET', url: checksPath })).status).toBe(200);
  });

  it('are refused without a true delegation', async () => {
    expect(await make({ role: 'owner', by: 'another-secret-that-nobody-here-has-set' })).toMatchObject({
      outcome: 'refused',
      code: 'unauthorized',
    });
  });
});

it('a gateway that is told to end answers what came in at the internal listener', async () => {
  const { replica, internal } = await start({ DELEGATION_SECRETS: secret });
  const arrived = once(replica.internal, 'request');
  const answer = submit(await sign({}), internal);
  await arrived;
  await replica.stop();
  expect((await answer).status).toBe(201);
});
