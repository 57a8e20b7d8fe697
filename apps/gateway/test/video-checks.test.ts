import { internationalContract, mainContract, us } from '@redline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

/** Some names here are lines of docs/crash-points.md. */
let world: World;
let gateway: Replica;
let key: string;
let mainKey: string;
const env = { RATE_SUBMISSION: '10000' };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env });
  ({ key } = await world.createKey());
  ({ key: mainKey } = await world.createKey('main'));
});
afterAll(() => world.dispose());

const body = {
  videoUrl: 'https://shop.example/v.mp4',
  videoTitle: 'A mug',
  videoSize: 3.2,
  videoDuration: 24.5,
};
interface Sent {
  readonly site?: 'us' | 'main';
  readonly payload?: object;
  readonly headers?: Record<string, string>;
}
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, sent: Sent = {}) => {
  const { site = 'us', payload, headers = {} } = sent;
  return send(gateway.http, site === 'us' ? key : mainKey, {
    method,
    url: `${site === 'us' ? us.prefix : '/v1'}${path}`,
    headers,
    ...(payload && { payload }),
  });
};
const submit = (sent: Sent = {}) => ask('POST', '/video/checks', { payload: body, ...sent });

describe('a video check', () => {
  it.each([
    ['us', internationalContract(us)],
    ['main', mainContract],
  ] as const)(
    'on the site %s is accepted, has its job, and can be read, listed and deleted',
    async (site, routes) => {
      const { status, body: answer } = await submit({ site });
      expect(status).toBe(201);
      expect(routes.createVideoCheck.responses[201].parse(answer)).toEqual(answer);
      const { id } = answer.data;
      expect(await world.services.hasJob(id)).toBe(true);
      const read = await ask('GET', `/video/checks/${id}`, { site });
      expect(routes.getVideoCheck.responses[200].parse(read.body)).toEqual(read.body);
      const list = await ask('GET', '/video/checks', { site });
      expect(routes.listVideoChecks.responses[200].parse(list.body)).toEqual(list.body);
      const removed = await ask('DELETE', `/video/checks/${id}`, { site });
      expect(removed.body.data).toEqual({ id, object: answer.data.object, deleted: true });
      const gone = await ask('GET', `/video/checks/${id}`, { site });
      expect([gone.status, gone.body.error]).toEqual([
        404,
        `there is no video check ${JSON.stringify(id)} in this scope`,
      ]);
    },
  );

  it('is published on the default platform, of the product line on the main site', async () => {
    const platformOf = async (sent: Sent) => {
      const { id } = (await submit(sent)).body.data;
      return world.services.media.videos.get(id)?.check.platform;
    };
    expect(await platformOf({})).toBe('shortvideo_us');
    const payload = { ...body, productVertical: 'duanju' };
    expect(await platformOf({ site: 'main', payload })).toBe('shortdrama_platform');
  });

  it('is explained in the language of the question, Chinese if it names none', async () => {
    const { id } = (await submit()).body.data;
    for (const query of ['', '?explainLocale=en-US']) await ask('GET', `/video/checks/${id}${query}`);
    expect(world.services.media.locales.slice(-2)).toEqual(['zh-CN', 'en-US']);
    const wrong = await ask('GET', `/video/checks/${id}?explainLocale=id-ID`);
    expect([wrong.status, wrong.body.error]).toEqual([400, 'explainLocale must be one of: zh-CN, en-US']);
  });

  it('is listed by its status, and on the main site by product line', async () => {
    await ask('GET', '/video/checks?status=failed');
    await ask('GET', '/video/checks?status=completed&productVertical=duanju', { site: 'main' });
    expect(world.services.media.filters.slice(-2)).toEqual([
      { status: 'failed' },
      { status: 'completed', productVertical: 'duanju' },
    ]);
    expect((await ask('GET', '/video/checks?status=cancelled')).status).toBe(400);
  });

  it('that does not fit its file is 400 once it was measured, however long other submissions may take, and costs nothing', async () => {
    const before = world.services.balance;
    // Longer than the prepare of a check that measures nothing may take.
    world.services.media.misfit = {
      message: 'videoSize is 3.2 MB, the file has 7.9 MB',
      path: 'videoSize',
      afterMs: 400,
    };
    const { status, body: answer } = await submit({ site: 'main' });
    world.services.media.misfit = null;
    const message = 'videoSize is 3.2 MB, the file has 7.9 MB';
    expect([status, answer.error, answer.issues]).toEqual([400, message, [{ path: 'videoSize', message }]]);
    expect(world.services.balance).toBe(before);
  });

  it('sent again with its Idempotency-Key is one record, charged once', async () => {
    const before = world.services.balance;
    const headers = { 'idempotency-key': 'one' };
    const [one, two] = [await submit({ headers }), await submit({ headers })];
    expect(two.body).toEqual(one.body);
    expect(before - world.services.balance).toBe(2);
    const reused = await submit({ headers, payload: { ...body, videoDuration: 25 } });
    expect([reused.status, reused.body.code]).toEqual([400, 'idempotency_key_reused']);
  });

  it('whose charge is lost is 500, and the record is failed', async () => {
    const before = world.services.balance;
    world.services.faults.charge.push('lost reply');
    expect((await submit()).status).toBe(500);
    const id = /video_\w+/.exec(world.services.calls.at(-1) ?? '')?.[0] ?? '';
    expect(world.services.media.videos.get(id)?.status).toBe('failed');
    expect(world.services.balance).toBe(before);
  });
});

describe('an upload policy', () => {
  it.each([
    ['us', internationalContract(us), { kind: 'image' }, null],
    ['main', mainContract, { kind: 'video', filename: 'a.mp4' }, 'a.mp4'],
  ] as const)('of the site %s is as its contract says', async (site, routes, payload, filename) => {
    const { status, body: answer } = await ask('POST', '/uploads/policy', { site, payload });
    expect(status).toBe(201);
    expect(routes.createUploadPolicy.responses[201].parse(answer)).toEqual(answer);
    expect(world.services.media.wishes.at(-1)).toMatchObject({ kind: payload.kind, filename });
  });

  it('is of the tenant that asks, whose scope it opens', async () => {
    const headers = { 'x-end-tenant': 'shop-7' };
    await ask('POST', '/uploads/policy', { payload: { kind: 'image' }, headers });
    expect(world.services.media.wishes.at(-1)?.scope).toMatchObject({ siteId: 'us', tenantId: 'shop-7' });
    const small = await world.startReplica({ env: { ...env, TENANT_SCOPES_PER_KEY: '0' } });
    const refused = await send(small.http, key, {
      method: 'POST',
      url: `${us.prefix}/uploads/policy`,
      headers: { 'x-end-tenant': 'shop-8' },
      payload: { kind: 'image' },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'tenant_scope_limit']);
  });

  it('for a file that is not taken is 400 with the reason', async () => {
    world.services.media.uploadRefusal = { message: 'filename must end in .jpg or .png' };
    const payload = { kind: 'image', filename: 'a.svg' };
    const refused = await ask('POST', '/uploads/policy', { site: 'main', payload });
    world.services.media.uploadRefusal = null;
    expect([refused.status, refused.body.error]).toEqual([400, 'filename must end in .jpg or .png']);
    expect((await ask('POST', '/uploads/policy', { payload: { kind: 'text' } })).body.error).toBe(
      'kind must be one of: image, video',
    );
  });

  it('of an account that stores all it may is 403', async () => {
    world.services.media.uploadRefusal = {
      code: 'storage_limit',
      message: 'an account stores at most 2 files',
    };
    const refused = await ask('POST', '/uploads/policy', { payload: { kind: 'image' } });
    world.services.media.uploadRefusal = null;
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        success: false,
        error: 'an account stores at most 2 files',
        code: 'storage_limit',
        requestId: expect.any(String),
      },
    ]);
  });

  it('counts as configuration and not as a submission', async () => {
    const { headers } = await ask('POST', '/uploads/policy', { payload: { kind: 'image' } });
    expect(headers['x-ratelimit-limit']).toBe('120');
  });
});
