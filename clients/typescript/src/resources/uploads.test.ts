import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../create-client.ts';
import { fileFromPath } from '../node.ts';
import { answered, refused, type SentRequest, type Step, scriptedFetch } from '../scripted-fetch.ts';
import type { Uploadable } from './uploads.ts';

const fields = { key: 'uploads/a.jpg', policy: 'cA==', StoreAccessKeyId: 'upload_1', signature: 's' };
const policy = {
  host: 'https://files.test/uploads',
  maxSizeBytes: 8,
  fields,
  ...{ key: fields.key, policy: fields.policy, accessKeyId: 'upload_1', signature: 's' },
};
const stored = { key: fields.key, url: 'https://files.test/a.jpg', contentType: 'image/jpeg', sizeBytes: 3 };

function client(...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps);
  return {
    redline: createClient({ baseUrl: 'https://redline.test', apiKey: 'svc_live_1', site: 'us', fetch }),
    sent,
  };
}

const formOf = ({ body }: SentRequest = unsent) => [...(body as FormData)];
const unsent: SentRequest = { method: '', url: new URL('about:blank'), headers: new Headers(), body: [] };
const bytes = new Uint8Array([1, 2, 3]);
const streamOf = (...parts: Uint8Array<ArrayBuffer>[]) => new Blob(parts).stream();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-upload-'));
  await writeFile(join(folder, 'photo.jpg'), bytes);
});
afterAll(() => rm(folder, { recursive: true }));

describe('an upload', () => {
  it.each<[what: string, file: () => Uploadable | Promise<Uploadable>, filename: string | undefined]>([
    ['a File, by its name', () => new File([bytes], 'photo.jpg'), undefined],
    ['a file on disk', () => fileFromPath(join(folder, 'photo.jpg')), undefined],
    ['a Blob', () => new Blob([bytes]), 'photo.jpg'],
    ['bytes', () => bytes, 'photo.jpg'],
    ['a buffer', () => bytes.buffer, 'photo.jpg'],
    ['a stream', () => streamOf(bytes.slice(0, 1), bytes.slice(1)), 'photo.jpg'],
  ])(
    'of %s posts the form of its policy, the file last and without the key',
    async (_what, file, filename) => {
      const { redline, sent } = client(answered(policy, 201), answered(stored, 201));
      const upload = { kind: 'image', file: await file(), filename } as const;
      expect(await redline.uploads.create(upload, { endTenant: 'shop-1' })).toEqual(stored);
      expect(sent[0]?.body).toEqual({ kind: 'image', filename: 'photo.jpg' });
      expect(sent[0]?.headers.get('x-end-tenant')).toBe('shop-1');
      expect(sent[1]?.url.href).toBe(policy.host);
      expect(sent[1]?.headers.has('authorization')).toBe(false);
      const form = formOf(sent[1]);
      expect(form.slice(0, -1)).toEqual(Object.entries(fields));
      const [name, sentFile] = form.at(-1) as [string, File];
      expect([name, sentFile.name]).toEqual(['file', 'photo.jpg']);
      expect(new Uint8Array(await sentFile.arrayBuffer())).toEqual(bytes);
    },
  );

  it('without a name leaves the choice to the service', async () => {
    const { redline, sent } = client(answered(policy, 201), answered(stored, 201));
    await redline.uploads.create({ kind: 'image', file: bytes });
    expect(sent[0]?.body).toEqual({ kind: 'image' });
  });

  it('builds the form where a policy of an older version has no fields', async () => {
    const { fields: _, ...older } = policy;
    const { redline, sent } = client(answered(older, 201), answered(stored, 201));
    await redline.uploads.create({ kind: 'image', file: bytes });
    expect(formOf(sent[1]).slice(0, -1)).toEqual(Object.entries(fields));
  });

  it('of a stream reads no more than the policy allows', async () => {
    const { redline, sent } = client(answered(policy, 201));
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(bytes);
      },
    });
    await expect(redline.uploads.create({ kind: 'image', file: endless })).rejects.toThrow(
      /more than the 8 bytes/,
    );
    expect(pulled).toBeLessThan(6);
    expect(sent).toHaveLength(1);
  });

  it('that is refused throws the refusal', async () => {
    const { redline } = client(answered(policy, 201), refused(415, 'unsupported_media_type'));
    await expect(redline.uploads.create({ kind: 'image', file: bytes })).rejects.toMatchObject({
      name: 'RedlineError',
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  it('of a path that is not there fails', async () => {
    await expect(fileFromPath(join(folder, 'none.jpg'))).rejects.toThrow();
  });
});
