import { findS3, type S3Server } from '@redline/testkit/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgedUploads } from '../src/store/retire-uploads.ts';
import { answerOf, formOf, type Policy, png, setUpUploads, type UploadWorld } from './uploads-fixtures.ts';

let s3: S3Server;
let world: UploadWorld;
let policy: Policy;
beforeAll(async () => {
  s3 = await findS3();
  world = await setUpUploads({
    blobEnv: {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: await s3.createBucket(),
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  });
  policy = await world.policy('image', 'photo.png');
}, 300_000);
afterAll(async () => {
  await world.dispose();
  await s3.dispose();
});

const post = async (form: FormData) =>
  answerOf(await fetch(`${world.origin}/uploads`, { method: 'POST', body: form }));
const read = async (key: string, headers: Record<string, string> = {}) =>
  answerOf(await fetch(`${world.origin}/assets/${key}`, { headers }));

describe('uploads on S3', () => {
  it('go by the documented form, and come back in ranges', async () => {
    const key = `${policy.dir}产品 图+1.png`;
    const file = png(12_345);
    expect((await post(formOf(policy, file, { key }))).body.data).toMatchObject({ key, sizeBytes: 12_345 });
    const encoded = key.split('/').map(encodeURIComponent).join('/');
    expect(await read(encoded, { range: 'bytes=100-119' })).toMatchObject({
      status: 206,
      body: Buffer.from(file.subarray(100, 120)).toString(),
    });
    expect((await read(encoded)).headers.get('content-length')).toBe('12345');
    expect((await read(`${encoded}x`)).status).toBe(404);
  });

  it('leave nothing when they are too large', async () => {
    const key = `${policy.dir}large.png`;
    expect((await post(formOf(policy, png(10_485_761), { key }))).status).toBe(413);
    expect(await world.blobs.head(key)).toBeUndefined();
    expect(await world.blobs.sweepParts(-60_000)).toBe(0);
  });
});

describe('a form for the store itself', () => {
  const send = async (file: Uint8Array<ArrayBuffer>, change: Record<string, string> = {}) => {
    const form = new FormData();
    const fields = { ...policy.direct?.fields, ...change };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([file]));
    return (await fetch(policy.direct?.url ?? '', { method: 'POST', body: form })).status;
  };

  it('is given with a name whose type is one of the kind, and with no other', async () => {
    expect(policy.direct?.fields).toMatchObject({ key: policy.key, 'Content-Type': 'image/png' });
    for (const name of ['page.html', 'drawing.svg', 'clip.mp4', null]) {
      expect(await world.policy('image', name)).not.toHaveProperty('direct');
    }
  });

  it('takes one key, type and size, and is refused when anything was changed', async () => {
    expect(await send(png(10_485_761))).toBe(400);
    expect(await send(png(), { key: `${policy.dir}other.png` })).toBe(403);
    expect(await send(png(), { 'Content-Type': 'text/html' })).toBe(403);
    expect(await send(png(), { policy: Buffer.from('{}').toString('base64') })).toBe(403);
    expect(await send(png(777))).toBe(204);
    const { status, headers } = await read(policy.key);
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
      200,
      'image/png',
      '777',
    ]);
  });

  it('leaves a file that the janitor knows of once the policy has ended, and removes in its time', async () => {
    const known = () =>
      world.db.selectFrom('uploads').selectAll().where('key', '=', policy.key).executeTakeFirst();
    expect(await known()).toBeUndefined();
    await world.db
      .updateTable('upload_policies')
      .set({ expires_at: new Date(0) })
      .execute();
    await world.retire();
    expect(await known()).toMatchObject({ kind: 'image', content_type: 'image/png', account_id: 'acct_1' });
    await world.db
      .updateTable('uploads')
      .set({ remove_at: new Date(0) })
      .where('key', '=', policy.key)
      .execute();
    await world.retire();
    expect((await purgedUploads(world.db, [policy.key])).size).toBe(1);
    expect((await read(policy.key)).status).toBe(404);
  });
});
