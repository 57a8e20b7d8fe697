import { makePicture } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaClient, sendForm } from '../src/media-client.ts';
import { mediaShapes } from '../src/media-shapes.ts';
import { hasMedia } from '../src/media-words.ts';
import * as shapes from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

/** The upload rows of documents 1 to 3, on all sites. */
let world: World;
let picture: Buffer;
beforeAll(async () => {
  world = await enter();
  if (hasMedia) picture = await makePicture('Sunday opening hours');
});
afterAll(() => world.leave());

const rows = [
  { site: 'us', plan: 'premium' },
  { site: 'id', plan: 'flagship' },
  { site: 'main', plan: 'premium' },
] as const;
const limits = { image: 10 * 2 ** 20, video: 2 ** 30 } as const;
const kinds = ['image', 'video'] as const;

describe.each(rows)('an upload policy of the site $site', ({ site, plan }) => {
  const open = async () => {
    const customer = await world.createCustomer({ site, plan });
    return { ...customer, client: mediaClient(world, site, customer.key) };
  };

  it.each(kinds)(
    '(%s) names where the form goes, its limit and its end in five minutes, and is free',
    async (kind) => {
      const { client } = await open();
      const filename = kind === 'image' ? 'a b.JPG' : 'a b.mp4';
      const answer = await client.ask('POST', '/uploads/policy', { kind, filename });
      const policy = dataOf(answer, 201, mediaShapes[site].uploadPolicy);
      expect([policy.kind, policy.maxSizeBytes]).toEqual([kind, limits[kind]]);
      const leftMs = Date.parse(policy.expiresAt) - Date.now();
      expect(leftMs).toBeGreaterThan(4 * 60_000);
      expect(leftMs).toBeLessThanOrEqual(5 * 60_000 + 1_000);
      expect(policy.key.startsWith(policy.dir)).toBe(true);
      expect(policy.key.toLowerCase()).toMatch(/\.(jpg|mp4)$/);
      expect(answer.headers['x-ratelimit-limit']).toBe('120');
      expect(await client.credits()).toBe(1_000);
    },
  );

  it('is for a directory of the account and the tenant alone', async () => {
    const { client, key } = await open();
    const tenant = mediaClient(world, site, key, { 'x-end-tenant': 'shop-1' });
    const { client: stranger } = await open();
    const dirOf = async ({ ask }: typeof client) => {
      const answer = await ask('POST', '/uploads/policy', { kind: 'image', filename: 'a.jpg' });
      return dataOf(answer, 201, mediaShapes[site].uploadPolicy).dir;
    };
    const dirs = [await dirOf(client), await dirOf(tenant), await dirOf(stranger)];
    for (const dir of dirs) expect(dirs.filter((other) => other.startsWith(dir))).toEqual([dir]);
  });

  it.each<[body: object, field: string]>([
    [{ kind: 'text', filename: 'a.jpg' }, 'kind'],
    [{ filename: 'a.jpg' }, 'kind'],
    [{ kind: 'image', filename: 7 }, 'filename'],
    ...(site === 'main' ? [[{ kind: 'image' }, 'filename'] satisfies [object, string]] : []),
  ])('for %j is 400 and names what is wrong', async (body, field) => {
    const { client } = await open();
    const answer = await client.ask('POST', '/uploads/policy', body);
    expect(answer.status).toBe(400);
    expect(shapes.failure(400).parse(answer.body).error).toContain(field);
  });

  it.skipIf(!hasMedia)('takes the documented form, and serves the file at cdnHost and key', async () => {
    const { client } = await open();
    const { url } = await client.upload('image', picture);
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${picture.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(picture.subarray(10, 20))).toBe(true);
  });

  it.skipIf(!hasMedia)('takes no form that was tampered with, and no file of another kind', async () => {
    const { client } = await open();
    const asked = await client.ask('POST', '/uploads/policy', { kind: 'image', filename: 'a.jpg' });
    const { host, dir, key, policy, accessKeyId, signature, cdnHost, fields } = dataOf(
      asked,
      201,
      mediaShapes[site].uploadPolicy,
    );
    const form = { key, policy, StoreAccessKeyId: accessKeyId, signature };
    expect(fields).toEqual(form);
    const refused = [
      await sendForm(host, { ...form, signature: `${signature.slice(0, -2)}00` }, picture),
      await sendForm(host, { ...form, key: `elsewhere/${key}` }, picture),
      await sendForm(host, { ...form, key: `${dir}../../a.jpg` }, picture),
      await sendForm(host, { ...form, key: `${dir}a.png` }, picture),
      await sendForm(host, form, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      await sendForm(host, form, Buffer.alloc(limits.image + 1, picture)),
    ];
    for (const response of refused) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    expect((await fetch(`${cdnHost}/${key}`)).status).toBe(404);
  });
});
