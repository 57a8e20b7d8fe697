import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deployment } from '../src/deployment.ts';
import { type Account, enter, type World } from '../src/world.ts';

const invited = z.object({ email: z.string(), password: z.string() });
const text = {
  text: 'Golden Root drops cure arthritis in two weeks, guaranteed.',
  platform: 'dtc_us',
  vertical: 'supplement',
};

let world: World;
let origin: string;

beforeAll(async () => {
  world = await enter();
  origin = world.deployment.consoleUrl ?? '';
});
afterAll(() => world.leave());

/** A browser that is signed in as a new member of an account. */
async function signIn({ accountId }: Account, role = 'owner') {
  const email = `console+${randomUUID()}@example.com`;
  const words = ['--account', accountId, '--email', email, '--name', 'Mei', '--role', role];
  const { password } = invited.parse(await world.operate('console', 'member', ...words));
  let cookie = '';
  const ask = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        cookie,
        ...(method === 'GET' ? {} : { origin }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const answer = (await response.json()) as { data?: Record<string, unknown>; code?: string };
    return { status: response.status, data: answer.data ?? {}, code: answer.code };
  };
  expect((await ask('/api/auth/sign-in', { email, password })).status).toBe(200);
  return ask;
}

describe.skipIf(deployment().consoleUrl === undefined)('the console', () => {
  it('submits and reads a text for the account of the organisation, which its API keys read too', async () => {
    const customer = await world.createCustomer();
    const ask = await signIn(customer, 'editor');
    const checked = await ask('/api/sites/us/text/checks?wait=20', text);
    expect(checked).toMatchObject({
      status: 201,
      data: { status: 'completed', riskLevel: 'high', creditCost: 2 },
    });
    const path = `/v1/intl/us/text/checks/${checked.data['id']}`;
    expect((await world.call({ path, key: customer.key })).status).toBe(200);
    const other = await signIn(await world.createCustomer());
    expect(await other(`/api/sites/us/text/checks/${checked.data['id']}`)).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  it('makes a key that works at the API, is re-rolled with an overlap, and stops when it is revoked', async () => {
    const customer = await world.createCustomer();
    const ask = await signIn(customer, 'admin');
    const works = async (key: unknown) => {
      const answer = await world.call({ path: `/v1/intl/us/account`, key: String(key) });
      return answer.status;
    };
    const made = await ask('/api/keys', { siteId: 'us', mode: 'live', name: 'Shop' });
    expect(made.status).toBe(201);
    expect(await works(made.data['key'])).toBe(200);
    const rerolled = await ask(`/api/keys/${made.data['id']}/reroll`, { overlapSeconds: 3_600 });
    expect([await works(made.data['key']), await works(rerolled.data['key'])]).toEqual([200, 200]);
    for (const { id, key } of [made.data, rerolled.data] as { id: string; key: string }[]) {
      expect((await ask(`/api/keys/${id}`, undefined, 'DELETE')).status).toBe(200);
      expect(await works(key)).toBe(401);
    }
    const { data: listed } = (await ask('/api/keys')).data as {
      data: { id: string; revokedAt: string | null }[];
    };
    expect(listed.find(({ id }) => id === made.data['id'])?.revokedAt).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain(made.data['key']);
  });

  it('makes no live key on a plan without them, no key of another account, and none for an editor', async () => {
    const poor = await world.createCustomer({ plan: 'free' });
    const ask = await signIn(poor);
    const wish = { siteId: 'us', mode: 'live', name: 'Shop' };
    expect(await ask('/api/keys', wish)).toMatchObject({ status: 403, code: 'plan_required' });
    expect((await ask('/api/keys', { ...wish, mode: 'test' })).status).toBe(201);
    const other = await world.createCustomer();
    const revoked = await ask(`/api/keys/${other.keyId}`, undefined, 'DELETE');
    expect(revoked).toMatchObject({ status: 404, code: 'not_found' });
    expect((await world.call({ path: `/v1/intl/us/account`, key: other.key })).status).toBe(200);
    const editor = await signIn(poor, 'editor');
    expect(await editor('/api/keys', { ...wish, mode: 'test' })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });

  it('shows a statement that adds up to the credits, and to what the API says', async () => {
    const customer = await world.createCustomer({ credits: 50 });
    const ask = await signIn(customer);
    for (let i = 0; i < 3; i++) await ask('/api/sites/us/text/checks?wait=20', text);
    const { balance, entries } = (await ask('/api/statements?siteId=us')).data as {
      balance: number;
      entries: { amount: number }[];
    };
    expect(entries).toHaveLength(4);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
    const { sites } = (await ask('/api/credits')).data as { sites: { siteId: string; total: number }[] };
    expect(sites.find(({ siteId }) => siteId === 'us')?.total).toBe(balance);
    const account = await world.call({ path: `/v1/intl/us/account`, key: customer.key });
    expect(account.body).toMatchObject({ data: { credits: { total: balance } } });
    expect(balance).toBe(44);
  });
});
