import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicAgent } from '@redline/public-client';
import { blobSettings, openBlobStore } from '@redline/service-kit/blob';
import { loadConfig } from '@redline/service-kit/config';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchLimits } from './fetch-source.ts';
import { createSources } from './open-source.ts';

const cdnHost = 'http://127.0.0.1:8080/assets';
const bytes = Buffer.alloc(100_000, 'x');
/** Nothing may leave for the network here. */
const dispatcher = createPublicAgent({
  resolve: () => Promise.reject(new Error('a name was looked up')),
  dial: () => {
    throw new Error('a socket was opened');
  },
});
const signal = new AbortController().signal;

let folder: string;
let sources: ReturnType<typeof createSources>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-open-'));
  const config = loadConfig(blobSettings, { BLOB_DIR: join(folder, 'blobs') });
  const uploads = await openBlobStore(config, { publicUrl: cdnHost, secret: 'secret' });
  for (const key of ['up/a b.jpg', 'frames/video_1/1.jpg']) {
    await uploads.put(key, bytes, { contentType: 'image/jpeg' });
  }
  const fetching = { dispatcher, limits: fetchLimits };
  sources = createSources({ uploads, cdnHost, fetching, isUpload: (key) => key.startsWith('up/') });
});
afterEach(() => rm(folder, { recursive: true }));

const open = (url: string, maxBytes = 200_000) =>
  sources.openSource(url, { path: join(folder, 'file'), maxBytes, signal });

describe('an upload of ours', () => {
  it('is read from the blob store, whatever its host resolves to', async () => {
    expect(await open(`${cdnHost}/up/a%20b.jpg`)).toEqual({ sizeBytes: 100_000 });
    expect((await readFile(join(folder, 'file'))).equals(bytes)).toBe(true);
  });

  it('is measured there', async () => {
    const measured = await sources.measureSource(`${cdnHost}/up/a%20b.jpg`, signal);
    expect([measured.sizeBytes, measured.head.length]).toEqual([100_000, 65_536]);
  });

  it('is refused when it is larger than it may be', async () => {
    await expect(open(`${cdnHost}/up/a%20b.jpg`, 99_999)).rejects.toMatchObject({ kind: 'too_large' });
  });

  it.each([
    ['was never there', `${cdnHost}/up/b.jpg`, 'status'],
    ['is none, but a frame of a video', `${cdnHost}/frames/video_1/1.jpg`, 'status'],
    ['climbs out of its prefix', `${cdnHost}/up/%2e%2e/frames/video_1/1.jpg`, 'status'],
    ['is on another path of the host', 'http://127.0.0.1:8080/v1/account', 'url'],
    ['only begins alike', 'http://127.0.0.1:8080.evil.example/assets/up/a%20b.jpg', 'url'],
    ['is spelled wrong', `${cdnHost}/up/%ff`, 'url'],
  ])('that %s is not opened', async (_, url, kind) => {
    await expect(open(url)).rejects.toMatchObject({ kind });
    await expect(sources.measureSource(url, signal)).rejects.toMatchObject({ kind });
  });
});
