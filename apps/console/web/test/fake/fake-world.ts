import type { SiteId } from '@redline/client';
import { type FakeCheck, fakeCheck, fakeFix } from './fake-checks.ts';
import { createFakeCredits } from './fake-credits.ts';

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the made-up console knows, which a test may change. */
export interface FakeWorld {
  role: 'owner' | 'admin' | 'editor' | 'viewer';
  isSignedIn: boolean;
  name: string;
  signUp: 'open' | 'closed';
  /** Answers of paths, in place of its own. */
  readonly overrides: Map<string, () => Promise<FakeAnswer> | FakeAnswer>;
  readonly keys: Record<string, unknown>[];
  readonly answer: (method: string, url: string, body: unknown) => Promise<FakeAnswer>;
}

export const demo = { email: 'mei@example.com', password: 'correct horse battery' };

const data = (value: unknown, status = 200): FakeAnswer => ({ status, body: { success: true, data: value } });
export const refusal = (status: number, code: string, error: string, more = {}): FakeAnswer => ({
  status,
  body: { success: false, code, error, requestId: 'req_1', ...more },
});
const list = (entries: readonly unknown[]) => data({ object: 'list', data: entries });

/** Creates a made-up console: one person, one organisation, everything in memory. */
export function createWorld(): FakeWorld {
  const checks = new Map<string, FakeCheck>();
  const credits = createFakeCredits();
  let number = 0;
  const nextId = (prefix: string) => {
    number += 1;
    return `${prefix}_${String(number).padStart(4, '0')}`;
  };

  const session = () => {
    const organization = { id: 'org_1', name: 'Mei’s shop', role: world.role };
    return data({
      object: 'session',
      user: world.isSignedIn
        ? { id: 'user_1', email: demo.email, name: world.name, createdAt: '2026-01-01T00:00:00Z' }
        : null,
      organizations: world.isSignedIn ? [organization] : [],
      organization: world.isSignedIn ? { ...organization, accountId: 'acct_1' } : null,
      signUp: world.signUp,
      localMail: true,
      apiUrl: 'https://api.example.com',
    });
  };

  const ofSite = (method: string, site: SiteId, rest: string, body: Record<string, unknown>): FakeAnswer => {
    const [id = '', action = ''] = rest.split('/').slice(2);
    const quote = (creditCost: number) =>
      data({
        object: 'quote',
        creditCost,
        laterCreditCost: 0,
        currentBalance: credits.balance(),
        isCovered: true,
        lines: [],
      });
    if (method === 'POST' && id === 'quote') return quote(2);
    if (method === 'POST' && rest.endsWith('/fix/quote')) return quote(3);
    if (method === 'POST' && id === '') {
      const check = fakeCheck(site, nextId('text'), body);
      checks.set(check.id, check);
      credits.charge('text_check', 2, check.id);
      return data(check, 201);
    }
    const check = checks.get(id);
    if (!check) return refusal(404, 'not_found', 'there is no such check');
    if (method === 'POST' && action === 'fix') {
      const fixed = fakeFix(check, body['strategy']);
      checks.set(id, fixed);
      credits.charge('rewrite', 3, id);
      return data(fixed, 201);
    }
    return data(check);
  };

  const ofKeys = (method: string, id: string, action: string, body: Record<string, unknown>): FakeAnswer => {
    const found = world.keys.find((key) => key['id'] === id);
    if (method === 'GET') return list(world.keys);
    const made = (fields: Record<string, unknown>) => {
      const key = {
        id: nextId('key'),
        createdAt: new Date().toISOString(),
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
        rerolledTo: null,
        prefix: `svc_${fields['mode']}_AbCd`,
        ...fields,
      };
      world.keys.unshift(key);
      return key;
    };
    if (method === 'POST' && id === '') {
      const key = made(body);
      return data(
        { object: 'key', id: key.id, key: `svc_${body['mode']}_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789` },
        201,
      );
    }
    if (!found) return refusal(404, 'not_found', 'there is no such key');
    if (method === 'PATCH') found['name'] = body['name'];
    if (method === 'DELETE') found['revokedAt'] = new Date().toISOString();
    if (action === 'reroll') {
      const key = made({ name: found['name'], siteId: found['siteId'], mode: found['mode'] });
      found['expiresAt'] = new Date(Date.now() + Number(body['overlapSeconds']) * 1_000).toISOString();
      return data(
        {
          object: 'key',
          id: key.id,
          key: 'svc_live_NewKey0123456789',
          previousId: id,
          previousExpiresAt: found['expiresAt'],
        },
        201,
      );
    }
    return data({ object: 'key', id });
  };

  const world: FakeWorld = {
    role: 'owner',
    isSignedIn: false,
    name: 'Mei Lin',
    signUp: 'open',
    overrides: new Map(),
    keys: [],
    async answer(method, url, given) {
      const { pathname, searchParams } = new URL(url, 'http://fake');
      const body = (given ?? {}) as Record<string, unknown>;
      const override = world.overrides.get(`${method} ${pathname}`);
      if (override) return override();
      const [, , part = '', ...rest] = pathname.split('/');
      if (part === 'session') return session();
      if (part === 'mail')
        return list([
          {
            id: 'm1',
            to: demo.email,
            subject: 'Confirm your address',
            text: 'Open http://evil.example/x',
            sentAt: new Date().toISOString(),
          },
        ]);
      if (part === 'profile') {
        world.name = String(body['name']);
        return session();
      }
      if (part === 'auth') {
        if (rest[0] === 'change-password') {
          const isRight = body['currentPassword'] === demo.password;
          return isRight ? session() : refusal(401, 'wrong_credentials', 'wrong');
        }
        if (rest[0] === 'sign-in' || rest[0] === 'verify-email') {
          const isWhole = rest[0] === 'sign-in' ? body['email'] === demo.email : Boolean(body['token']);
          if (!isWhole || body['password'] !== demo.password)
            return refusal(401, 'wrong_credentials', 'wrong');
          world.isSignedIn = true;
          return session();
        }
        if (rest[0] === 'sign-out') {
          world.isSignedIn = false;
          return session();
        }
        return data({ object: 'done' });
      }
      if (!world.isSignedIn) return refusal(401, 'unauthorized', 'sign in');
      if (part === 'sites') return ofSite(method, rest[0] as SiteId, rest.slice(1).join('/'), body);
      if (part === 'keys') return ofKeys(method, rest[0] ?? '', rest[1] ?? '', body);
      if (part === 'credits') return data(credits.credits());
      if (part === 'statements') return data(credits.statement(searchParams));
      return refusal(404, 'not_found', 'no such path');
    },
  };
  return world;
}
