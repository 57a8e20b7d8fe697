import { randomUUID } from 'node:crypto';
import { consoleRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { password, send, setUpConsole, signIn, type World } from './fixtures.ts';

let world: World;
let http: FastifyInstance;
let open: FastifyInstance;

beforeAll(async () => {
  world = await setUpConsole();
  http = await world.startConsole();
  open = await world.startConsole({ SIGN_UP: 'open' });
});
afterAll(() => world.dispose());

const newAddress = () => `${randomUUID()}@example.com`;
const signUp = (email: string, by = open) =>
  send(by, '/api/auth/sign-up', { body: { name: 'Mei', email, password }, address: newNetwork() });
const confirm = (
  token: string,
  by: string,
  sent: { readonly address?: string; readonly cookie?: string } = {},
) => send(open, '/api/auth/verify-email', { body: { token, password: by }, address: newNetwork(), ...sent });
const isVerified = async (email: string) =>
  (await world.db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirstOrThrow())
    .emailVerified;
const mailed = (email: string, count: number) =>
  vi.waitFor(async () => expect(await world.mailsTo(email)).toHaveLength(count), { timeout: 5_000 });
let networks = 0;
/** Attempts are counted by network. */
function newNetwork(): string {
  networks += 1;
  return `198.51.${networks >> 8}.${networks & 255}`;
}

describe('sign-up', () => {
  it('is closed unless a setting opens it, and makes nobody', async () => {
    const email = newAddress();
    expect(await signUp(email, http)).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } });
    const found = await world.db.selectFrom('user').selectAll().where('email', '=', email).execute();
    expect(found).toEqual([]);
    expect((await send(http, '/api/session')).body.data.signUp).toBe('closed');
  });

  it('leads over the mail, and not without it, to an organisation whose account billing opens once', async () => {
    const email = newAddress();
    expect((await signUp(email)).status).toBe(200);
    const early = await send(open, '/api/auth/sign-in', { body: { email, password } });
    expect(early).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
    expect(early.cookie).toBeUndefined();
    const { status, cookie } = await confirm(await world.tokenTo(email), password);
    expect(status).toBe(200);
    expect((await send(open, '/api/session', { cookie })).body.data).toMatchObject({
      user: { email },
      organization: null,
    });
    const made = await send(open, '/api/organizations', { body: { name: "Mei's shop" }, cookie });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { organization: { name: "Mei's shop", role: 'owner' } } },
    });
    const { accountId } = made.body.data.organization;
    await send(open, '/api/keys', { cookie });
    const opened = world.opened.filter((one) => one.accountId === accountId);
    expect(opened).toEqual([{ accountId, email, isSignUp: true }]);
  });

  it('answers the same for an address that is known, and changes nothing of its person', async () => {
    const { email } = await world.member();
    const known = await signUp(email);
    const unknown = await signUp(newAddress());
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await signIn(open, email);
  });

  it('again sends another link while the address is unverified, says nothing of it, and keeps the first password', async () => {
    const email = newAddress();
    const first = await signUp(email);
    await mailed(email, 1);
    const body = { name: 'Eve', email, password: 'a second horse battery' };
    const second = await send(open, '/api/auth/sign-up', { body, address: newNetwork() });
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    await mailed(email, 2);
    const token = await world.tokenTo(email);
    expect((await confirm(token, body.password)).status).toBe(401);
    expect(await confirm(token, password)).toMatchObject({
      status: 200,
      body: { data: { user: { email, name: 'Mei' } } },
    });
  });

  it('again sends nothing to an address that is verified', async () => {
    const { email } = await world.member();
    await signUp(email);
    await send(open, '/api/auth/request-reset', { body: { email }, address: newNetwork() });
    await world.tokenTo(email, 'reset-password');
    expect(await world.mailsTo(email)).toHaveLength(1);
  });

  it('sends one address few mails', async () => {
    const email = newAddress();
    const statuses = [];
    for (let i = 0; i < 7; i++) {
      const sent = { body: { email }, address: newNetwork() };
      statuses.push((await send(open, '/api/auth/request-reset', sent)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('an address that somebody else signed up with', () => {
  it('is verified by no link alone, and by none with another password', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await world.tokenTo(email);
    const alone = await send(open, '/api/auth/verify-email', { body: { token }, address: newNetwork() });
    const wrong = await confirm(token, 'what the owner made up');
    expect(alone).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    expect([alone.cookie, wrong.cookie]).toEqual([undefined, undefined]);
    expect(await isVerified(email)).toBe(false);
    const other = await send(open, '/api/auth/sign-in', { body: { email, password }, address: newNetwork() });
    expect(other).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
  });

  it('is its owner’s by the link of a reset: neither the password of the sign-up nor its link opens it', async () => {
    const email = newAddress();
    await signUp(email);
    const link = await world.tokenTo(email);
    await send(open, '/api/auth/request-reset', { body: { email }, address: newNetwork() });
    const token = await world.tokenTo(email, 'reset-password');
    const own = 'the password of the owner';
    expect((await send(open, '/api/auth/reset', { body: { token, password: own } })).status).toBe(200);
    expect(await isVerified(email)).toBe(true);
    const other = await send(open, '/api/auth/sign-in', { body: { email, password }, address: newNetwork() });
    expect(other).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    expect((await confirm(link, password)).body.code).toBe('invalid_token');
    await signIn(open, email, own);
  });
});

describe('the link of a sign-up', () => {
  it('works once, and signs in with a new session, after which the one before has ended', async () => {
    const [email, before] = [newAddress(), await world.member()];
    await signUp(email);
    const token = await world.tokenTo(email);
    const planted = await signIn(open, before.email);
    const { cookie } = await confirm(token, password, { cookie: planted });
    expect(cookie).toBeDefined();
    expect((await send(open, '/api/session', { cookie })).body.data.user.email).toBe(email);
    expect((await send(open, '/api/session', { cookie: planted })).body.data.user).toBeNull();
    const again = await confirm(token, password);
    expect(again).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect(again.cookie).toBeUndefined();
  });

  it('gives no guess at the password beyond those of the sign-in', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await world.tokenTo(email);
    const address = newNetwork();
    const tries = [];
    for (let i = 0; i < 11; i++) {
      const by = `wrong password ${i}`;
      const guess =
        i % 2 ? send(open, '/api/auth/sign-in', { body: { email, password: by }, address }) : undefined;
      tries.push((await (guess ?? confirm(token, by, { address }))).status);
    }
    expect(tries).toEqual([...Array(10).fill(401), 429]);
    expect((await confirm(token, password, { address })).status).toBe(429);
    expect(await isVerified(email)).toBe(false);
    expect((await confirm(token, password)).status).toBe(200);
  });
});

describe('a session', () => {
  it('is in a cookie that no script reads and no other site sends, and in no body', async () => {
    const { email } = await world.member();
    const answer = await send(http, '/api/auth/sign-in', { body: { email, password } });
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(/^redline_session=/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
    const value = decodeURIComponent(answer.cookie?.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(value.length).toBeGreaterThan(20);
    expect(answer.text).not.toContain(value);
  });

  it('on https is of this host alone', async () => {
    const safe = await world.startConsole({ CONSOLE_URL: 'https://console.example.com' });
    const { email } = await world.member();
    const sent = { body: { email, password }, origin: 'https://console.example.com' };
    const answer = await send(safe, '/api/auth/sign-in', sent);
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(/^__Host-redline_session=.*; Path=\/;.*Secure/);
    expect(cookie).not.toMatch(/Domain=/i);
    expect(answer.headers['strict-transport-security']).toBeDefined();
    expect((await send(safe, '/api/session', { cookie: answer.cookie })).body.data.user.email).toBe(email);
  });

  it('is a new one at each sign-in, whatever cookie was there, and the one before has ended', async () => {
    const [victim, attacker] = [await world.member(), await world.member()];
    const planted = await signIn(http, attacker.email);
    const sent = { body: { email: victim.email, password }, cookie: planted };
    const { cookie } = await send(http, '/api/auth/sign-in', sent);
    expect(cookie).not.toBe(planted);
    expect((await send(http, '/api/session', { cookie: planted })).body.data.user).toBeNull();
    expect((await send(http, '/api/session', { cookie })).body.data.user.email).toBe(victim.email);
  });

  it('with a value of somebody’s own choice is none', async () => {
    const { email } = await world.member();
    const cookie = await signIn(http, email);
    const forged = [`${cookie.slice(0, -4)}AAAA`, 'redline_session=abc', 'redline_session=abc.def'];
    const [{ token = '' } = {}] = await world.db.selectFrom('session').select('token').execute();
    for (const one of [...forged, `redline_session=${token}`, `redline_session=${token}.c2lnbmF0dXJl`])
      expect((await send(http, '/api/session', { cookie: one })).body.data.user).toBeNull();
  });

  it('ends with sign-out on every replica', async () => {
    const { email } = await world.member();
    const cookie = await signIn(http, email);
    await send(http, '/api/auth/sign-out', { body: {}, cookie });
    for (const replica of [http, open])
      expect((await send(replica, '/api/session', { cookie })).body.data.user).toBeNull();
  });

  it('ends with another password, but for the one that chose it', async () => {
    const { email } = await world.member();
    const [first, second] = [await signIn(http, email), await signIn(http, email)];
    const newPassword = 'another horse battery';
    const change = (currentPassword: string) =>
      send(http, '/api/auth/change-password', { body: { currentPassword, newPassword }, cookie: second });
    expect(await change('a wrong password')).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    const { status, cookie } = await change(password);
    expect(status).toBe(200);
    expect((await send(http, '/api/session', { cookie: first })).body.data.user).toBeNull();
    expect((await send(http, '/api/session', { cookie: cookie ?? second })).body.data.user.email).toBe(email);
    await signIn(http, email, newPassword);
  });
});

describe('a password that is forgotten', () => {
  it('is replaced once by the link of a mail, which ends all sessions', async () => {
    const { email } = await world.member();
    const cookie = await signIn(http, email);
    const asked = await send(http, '/api/auth/request-reset', { body: { email }, address: newNetwork() });
    const unknown = await send(http, '/api/auth/request-reset', {
      body: { email: newAddress() },
      address: newNetwork(),
    });
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    const token = await world.tokenTo(email, 'reset-password');
    const reset = (by: string) => send(http, '/api/auth/reset', { body: { token, password: by } });
    expect((await reset('a new horse battery')).status).toBe(200);
    expect(await reset('a second one by the same link')).toMatchObject({
      status: 400,
      body: { code: 'invalid_token' },
    });
    expect((await send(http, '/api/session', { cookie })).body.data.user).toBeNull();
    await signIn(http, email, 'a new horse battery');
  });
});

describe('brute force', () => {
  it('at one address ends after ten attempts of a network, over all replicas, also with the right password', async () => {
    const { email } = await world.member();
    const address = newNetwork();
    const tries = [];
    for (let i = 0; i < 10; i++) {
      const sent = { body: { email, password: `wrong password ${i}` }, address };
      tries.push((await send(i % 2 ? http : open, '/api/auth/sign-in', sent)).status);
    }
    expect(tries).toEqual(Array(10).fill(401));
    const sent = { body: { email, password }, address };
    const refused = await send(http, '/api/auth/sign-in', sent);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(http, '/api/auth/sign-in', { ...sent, address: newNetwork() })).status).toBe(200);
  });

  it('at the same moment gets no attempt more', async () => {
    const { email } = await world.member();
    const address = newNetwork();
    const sent = { body: { email, password: 'a wrong password' }, address };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(http, '/api/auth/sign-in', sent)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('does not begin with people who sign in', async () => {
    const { email } = await world.member();
    const address = newNetwork();
    for (let i = 0; i < 15; i++)
      expect((await send(http, '/api/auth/sign-in', { body: { email, password }, address })).status).toBe(
        200,
      );
  });

  it('learns from no answer whether an address is known', async () => {
    const { email } = await world.member();
    const tryAs = (one: string) =>
      send(http, '/api/auth/sign-in', {
        body: { email: one, password: 'a wrong password' },
        address: newNetwork(),
      });
    const [known, unknown] = [await tryAs(email), await tryAs(newAddress())];
    const withoutId = ({ requestId: _, ...rest }: Record<string, unknown>) => rest;
    expect(withoutId(known.body)).toEqual(withoutId(unknown.body));
  });
});

describe('an operator', () => {
  it('lets a person in, changes role and password, and ends the sessions that were there', async () => {
    const { accountId, email } = await world.member({ role: 'viewer' });
    const cookie = await signIn(http, email);
    const request = { accountId, email, name: 'Mei', organization: 'Other', role: 'admin' } as const;
    await call(world.bus, consoleRequests.memberSet, { ...request, password: 'set by an operator' });
    expect((await send(http, '/api/session', { cookie })).body.data.user).toBeNull();
    const again = await signIn(http, email, 'set by an operator');
    const { organizations } = (await send(http, '/api/session', { cookie: again })).body.data;
    expect(organizations).toEqual([{ id: expect.any(String), name: 'Shop', role: 'admin' }]);
  });
});

describe('the audit log', () => {
  it('says who signed in, from where, and has no address and no password', async () => {
    const { email, userId } = await world.member();
    const address = newNetwork();
    await send(http, '/api/auth/sign-in', { body: { email, password: 'a wrong password' }, address });
    await send(http, '/api/auth/sign-in', { body: { email, password }, address });
    const entries = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('network', '=', address)
      .execute();
    expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['sign_in_refused', null],
      ['sign_in', userId],
    ]);
    const whole = JSON.stringify(await world.db.selectFrom('audit_log').selectAll().execute());
    expect(whole).not.toMatch(/@example|password"|horse/);
  });
});
