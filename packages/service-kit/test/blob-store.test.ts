import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { waitFor } from '@redline/testkit';
import { findS3 } from '@redline/testkit/s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BlobStore, isSignedKey } from '../src/blob/index.ts';
import { openBlobStore } from '../src/blob/open-blob-store.ts';

const secret = 'a secret of this test alone';
const noStore = {
  BLOB_DIR: null,
  S3_BUCKET: null,
  S3_ENDPOINT: null,
  S3_PUBLIC_ENDPOINT: null,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: null,
  S3_SECRET_ACCESS_KEY: null,
};
const served = { publicUrl: 'http://127.0.0.1:8080/assets', secret };

interface Opened {
  readonly store: BlobStore;
  /** Files that a put is writing or left behind. */
  readonly parts: () => Promise<number>;
  /** Leaves behind what a put leaves whose process died, an hour old where the store lets us say so. */
  readonly leavePart: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

async function openFolder(): Promise<Opened> {
  const dir = await mkdtemp(join(tmpdir(), 'redline-blob-'));
  const store = await openBlobStore({ ...noStore, BLOB_DIR: dir }, served);
  return {
    store,
    parts: async () => (await readdir(join(dir, 'parts'))).length,
    async leavePart() {
      const part = join(dir, 'parts', 'left');
      await writeFile(part, 'x');
      const hourAgo = new Date(Date.now() - 3_600_000);
      await utimes(part, hourAgo, hourAgo);
    },
    dispose: () => rm(dir, { recursive: true }),
  };
}

async function openS3(): Promise<Opened> {
  const { endpoint, region, accessKeyId, secretAccessKey, createBucket, dispose } = await findS3();
  const bucket = await createBucket();
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const config = { ...noStore, ...keys, S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region };
  const store = await openBlobStore(config, served);
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  return {
    store,
    async parts() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      return Uploads.length;
    },
    async leavePart() {
      await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'left' }));
    },
    async dispose() {
      store.close();
      client.destroy();
      await dispose();
    },
  };
}

const png = { contentType: 'image/png' };
const text = async (store: BlobStore, key: string) => {
  const found = await store.get(key);
  return found && (await buffer(found.body)).toString();
};

describe.each([
  ['a folder', openFolder],
  ['S3', openS3],
])('a blob store in %s', (name, open) => {
  let opened: Opened;
  let store: BlobStore;
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  }, 300_000);
  afterAll(() => opened.dispose());

  it('gives back what was put, with its type and size', async () => {
    expect(await store.put('a/one.png', Buffer.from('hello'), png)).toEqual({ sizeBytes: 5 });
    const found = await store.get('a/one.png');
    expect(found).toMatchObject({
      sizeBytes: 5,
      contentType: 'image/png',
      etag: expect.stringMatching(/^".+"$/),
    });
    expect(Math.abs((found?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((await buffer(found?.body ?? Readable.from([]))).toString()).toBe('hello');
    const { body: _, ...facts } = found ?? { body: null };
    expect(await store.head('a/one.png')).toEqual(facts);
  });

  it('has nothing where nothing was put', async () => {
    expect(await store.get('a/none')).toBeUndefined();
    expect(await store.head('a/none')).toBeUndefined();
    expect(await store.head('a')).toBeUndefined();
    await store.delete('a/none');
  });

  it('keeps an object and another one below it, and names of every script', async () => {
    for (const key of ['b', 'b/c', 'b/产品 图片+(1).jpg', "b/it's~ok!.webp"]) {
      await store.put(key, Buffer.from(key), png);
      expect(await text(store, key)).toBe(key);
    }
  });

  it('puts a new object in the place of the old one, under another etag', async () => {
    await store.put('c', Buffer.from('old'), png);
    const old = await store.head('c');
    await store.put('c', Buffer.from('new'), { contentType: 'video/mp4' });
    const now = await store.head('c');
    expect(now?.contentType).toBe('video/mp4');
    expect(now?.etag).not.toBe(old?.etag);
    expect(await text(store, 'c')).toBe('new');
  });

  it('takes an object with nothing in it', async () => {
    expect(await store.put('empty', Readable.from([]), png)).toEqual({ sizeBytes: 0 });
    expect(await text(store, 'empty')).toBe('');
  });

  it('gives ranges, both ends inclusive, and ends with the object', async () => {
    await store.put('d', Buffer.from('0123456789'), png);
    const range = async (start: number, end: number) => {
      const found = await store.get('d', { start, end });
      return [found?.sizeBytes, found && (await buffer(found.body)).toString()];
    };
    expect(await range(0, 0)).toEqual([10, '0']);
    expect(await range(2, 5)).toEqual([10, '2345']);
    expect(await range(8, 99)).toEqual([10, '89']);
  });

  it('streams what is larger than a part', async () => {
    const chunk = randomBytes(1_000_003);
    const body = Readable.from(Array.from({ length: 13 }, () => chunk));
    expect(await store.put('large', body, png)).toEqual({ sizeBytes: 13_000_039 });
    const found = await store.get('large');
    const hash = createHash('sha256');
    for await (const part of found?.body ?? []) hash.update(part);
    const wanted = createHash('sha256');
    for (let n = 0; n < 13; n += 1) wanted.update(chunk);
    expect(hash.digest('hex')).toBe(wanted.digest('hex'));
    expect(await opened.parts()).toBe(0);
  });

  const endless = () =>
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(100_000);
      })(),
    );
  async function* brokenOff() {
    for (let n = 0; n < 80; n += 1) yield Buffer.alloc(100_000);
    throw new Error('broken off');
  }

  it.each([
    ['a small bound', endless, 250_000, { kind: 'too_large' }],
    ['a bound past a part', endless, 12_000_000, { kind: 'too_large' }],
    ['a body that breaks off', () => Readable.from(brokenOff()), 1e9, { message: 'broken off' }],
    ['bytes past the bound', () => Buffer.alloc(11), 10, { kind: 'too_large' }],
  ])('leaves the old object, and no part, after %s', async (_, body, maxBytes, fault) => {
    await store.put('e', Buffer.from('old'), png);
    await expect(store.put('e', body(), { ...png, maxBytes })).rejects.toMatchObject(fault);
    expect(await text(store, 'e')).toBe('old');
    expect(await opened.parts()).toBe(0);
  });

  it('leaves no part of a body that was destroyed', async () => {
    const body = new Readable({ read: () => undefined });
    const putting = store.put('f', body, png);
    body.push(Buffer.alloc(100));
    body.destroy();
    await expect(putting).rejects.toThrow();
    expect(await store.head('f')).toBeUndefined();
    expect(await opened.parts()).toBe(0);
  });

  it('deletes an object, and all below a prefix and no other', async () => {
    for (const key of ['g/1', 'g/2/3', 'gh', 'g']) await store.put(key, Buffer.from(key), png);
    await store.delete('gh');
    expect(await store.head('gh')).toBeUndefined();
    await store.deletePrefix('g/');
    await store.deletePrefix('g/');
    expect(await Promise.all(['g/1', 'g/2/3'].map(store.head))).toEqual([undefined, undefined]);
    expect(await text(store, 'g')).toBe('g');
  });

  it.each(['../up', 'a/../../up', '/abs', 'a//b', 'a\0b', '.'])('refuses the key %j', async (key) => {
    await expect(async () => store.put(key, Buffer.from('x'), png)).rejects.toMatchObject({ kind: 'key' });
    await expect(async () => store.get(key)).rejects.toMatchObject({ kind: 'key' });
    await expect(async () => store.delete(key)).rejects.toMatchObject({ kind: 'key' });
    await expect(async () => store.deletePrefix(`${key}/`)).rejects.toMatchObject({ kind: 'key' });
  });

  it('refuses a prefix that would take more than what is below it', async () => {
    for (const prefix of ['', '/', 'a']) {
      await expect(async () => store.deletePrefix(prefix)).rejects.toMatchObject({ kind: 'key' });
    }
  });

  it('gives a URL that reads one object until it expires', async () => {
    await store.put('h/产品.jpg', Buffer.from('hello'), { contentType: 'image/jpeg' });
    const url = new URL(await store.signedUrl('h/产品.jpg', 60));
    if (name === 'S3') {
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(await response.text()).toBe('hello');
      url.pathname = url.pathname.replace(/h\/.*/, 'd');
      expect((await fetch(url)).status).toBe(403);
    } else {
      const key = decodeURIComponent(url.pathname.replace('/assets/', ''));
      const { expires, signature } = Object.fromEntries(url.searchParams) as Record<string, string>;
      const given = { expires: Number(expires), signature: signature ?? '' };
      expect(key).toBe('h/产品.jpg');
      expect(isSignedKey(secret, key, given, Date.now())).toBe(true);
      expect(isSignedKey(secret, key, given, Date.now() + 61_000)).toBe(false);
    }
  });

  it('takes a presigned form for one key, type and size, where the store takes forms', async () => {
    const form = await store.presignedPost('i/form.jpg', {
      contentType: 'image/jpeg',
      maxBytes: 100,
      ttlSeconds: 60,
    });
    if (name !== 'S3') {
      expect(form).toBeNull();
      return;
    }
    const post = async (change: Record<string, string>, size = 100) => {
      const body = new FormData();
      for (const [field, value] of Object.entries({ ...form?.fields, ...change })) body.append(field, value);
      body.append('file', new globalThis.Blob([Buffer.alloc(size)]));
      return (await fetch(form?.url ?? '', { method: 'POST', body })).status;
    };
    expect(await post({})).toBe(204);
    expect(await store.head('i/form.jpg')).toMatchObject({ sizeBytes: 100, contentType: 'image/jpeg' });
    expect(await post({ key: 'i/other.jpg' })).toBe(403);
    expect(await post({ 'Content-Type': 'text/html' })).toBe(403);
    expect(await post({}, 101)).toBe(400);
  });

  it('sweeps what puts left behind that died, and none that is under way', async () => {
    await opened.leavePart();
    const body = new Readable({ read: () => undefined });
    const putting = store.put('j', body, png);
    for (let n = 0; n < 60; n += 1) body.push(Buffer.alloc(100_000));
    await waitFor(async () => (await opened.parts()) === 2, { what: 'the second part' });
    // S3 says when a put began; only the folder's could be made older.
    if (name === 'S3') expect(await store.sweepParts(3_600_000)).toBe(0);
    else expect(await store.sweepParts(1_800_000)).toBe(1);
    body.push(null);
    await putting;
    if (name === 'S3') expect(await store.sweepParts(-1_000)).toBe(1);
    expect(await opened.parts()).toBe(0);
  });

  it('says that it is well', () => store.ping());
});

it('a bucket without keys is reached by the identity of the process, as the SDK finds it', async () => {
  const { endpoint, region, accessKeyId, secretAccessKey, createBucket, dispose } = await findS3();
  const config = { ...noStore, S3_BUCKET: await createBucket(), S3_ENDPOINT: endpoint, S3_REGION: region };
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
  const store = await openBlobStore(config, served);
  try {
    await store.put('mine', Buffer.from('content'), { contentType: 'text/plain' });
    expect(await store.head('mine')).toMatchObject({ sizeBytes: 7 });
    const form = await store.presignedPost('mine', {
      contentType: 'text/plain',
      maxBytes: 9,
      ttlSeconds: 60,
    });
    expect(form?.fields).toMatchObject({ 'X-Amz-Credential': expect.stringContaining(accessKeyId) });
  } finally {
    vi.unstubAllEnvs();
    store.close();
    await dispose();
  }
});

it('a folder that went away is not well', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'redline-blob-'));
  const store = await openBlobStore({ ...noStore, BLOB_DIR: join(dir, 'made') }, served);
  expect(existsSync(join(dir, 'made', 'objects'))).toBe(true);
  await rm(dir, { recursive: true });
  await expect(store.ping()).rejects.toThrow(/ENOENT/);
});
