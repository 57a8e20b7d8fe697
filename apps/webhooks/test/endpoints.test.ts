import { mainSite, webhookRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { tablesNaming } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint, newScope, openWebhooksBed, startService, type TestService } from './service.ts';

const { db, nats, dispose } = await openWebhooksBed();
let service: TestService;
const names: Readonly<Record<string, readonly string[]>> = {
  'shop.example': ['93.184.216.34'],
  'inside.example': ['10.0.0.1'],
};
beforeAll(async () => {
  const resolve = async (name: string) => names[name] ?? [];
  service = await startService(db, nats.url, {
    network: { resolve, dial: (target) => target },
    networks: [],
  });
});
afterAll(async () => {
  await service.stop();
  await dispose();
});

const url = 'https://shop.example/hooks';
const create = (scope = newScope(), changes: object = {}) =>
  createEndpoint(service.bus, scope, { url, ...changes });

describe('an endpoint', () => {
  it('is created with a secret that no later answer and no column of the database has', async () => {
    const scope = newScope();
    const { secret, ...endpoint } = await create(scope);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({ url, enabled: true, payload: 'thin', previousSecretExpiresAt: null });
    const list = await call(service.bus, webhookRequests.list, { scope });
    expect(list).toEqual({ endpoints: [endpoint] });
    expect(await tablesNaming(db, secret.slice('whsec_'.length))).toEqual({});
  });

  it.each([
    ['https://inside.example/', 'url leads to an address that is not public'],
    ['https://10.0.0.1/', 'url leads to an address that is not public'],
    ['https://[::1]/', 'url leads to an address that is not public'],
    ['http://shop.example/', 'url must begin with https://'],
    ['https://me:secret@shop.example/', 'url must not hold a user name or password'],
  ])('of %s is refused, when it is made and when it is changed', async (refused, message) => {
    const scope = newScope();
    const { id } = await create(scope);
    const refusal = {
      outcome: 'refused',
      code: 'invalid_request',
      message,
      issues: [{ path: 'url', message }],
    };
    const endpoint = { url: refused };
    expect(await call(service.bus, webhookRequests.create, { scope, endpoint })).toEqual(refusal);
    const change = { url: refused };
    expect(await call(service.bus, webhookRequests.update, { scope, id, change })).toEqual(refusal);
  });

  it('is seen by its own scope alone: not by another account, site, tenant or mode', async () => {
    const scope = newScope();
    const { id } = await create(scope);
    const others = [
      newScope(),
      { ...scope, siteId: mainSite.id },
      { ...scope, tenantId: 'shop-1' },
      { ...scope, tenantId: '~' },
    ];
    for (const other of others) {
      const key = { scope: other, id };
      expect(await call(service.bus, webhookRequests.list, { scope: other })).toEqual({ endpoints: [] });
      const answers = await Promise.all([
        call(service.bus, webhookRequests.get, key),
        call(service.bus, webhookRequests.update, { ...key, change: { enabled: false } }),
        call(service.bus, webhookRequests.rotate, { ...key, overlapSeconds: 0 }),
        call(service.bus, webhookRequests.delete, key),
        call(service.bus, webhookRequests.test, key),
        call(service.bus, webhookRequests.deliveries, { ...key, pageSize: 10, after: null }),
        call(service.bus, webhookRequests.resend, { ...key, deliveryId: createId('delivery') }),
      ]);
      expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['not_found']));
    }
    expect(await call(service.bus, webhookRequests.get, { scope, id })).toMatchObject({
      endpoint: { enabled: true },
    });
  });

  it('is one of ten in its scope at most, however many come at once', async () => {
    const scope = newScope();
    const outcomes = await Promise.all(
      Array.from({ length: 14 }, () =>
        call(service.bus, webhookRequests.create, { scope, endpoint: { url } }),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(10);
    expect(outcomes.find(({ outcome }) => outcome === 'refused')).toMatchObject({
      message: 'this scope has 10 webhook endpoints; delete one first',
    });
  });

  it('changes only in what is given, and says why it is disabled', async () => {
    const scope = newScope();
    const { id } = await create(scope, { description: 'Shop' });
    const update = (change: object) => call(service.bus, webhookRequests.update, { scope, id, change });
    expect(await update({ events: ['check.failed'], enabled: false })).toMatchObject({
      endpoint: {
        description: 'Shop',
        events: ['check.failed'],
        enabled: false,
        disabledReason: 'by_request',
        disabledAt: expect.any(String),
      },
    });
    expect(await call(service.bus, webhookRequests.test, { scope, id })).toMatchObject({
      outcome: 'refused',
      message: 'the endpoint is disabled; enable it first',
    });
    expect(await update({ description: null, enabled: true })).toMatchObject({
      endpoint: { description: null, enabled: true, disabledReason: null, disabledAt: null },
    });
  });
});
