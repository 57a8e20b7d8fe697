import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scope, uploadRequests } from '@redline/contracts';
import { type BlobStore, blobSettings, openBlobStore } from '@redline/service-kit/blob';
import { loadConfig } from '@redline/service-kit/config';
import type { Closing } from '@redline/service-kit/http';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { buildHttp } from '../src/build-http.ts';
import { createEngineMetrics } from '../src/engine-metrics.ts';
import { createRemoving } from '../src/handlers/remove-objects.ts';
import { uploadHandlers } from '../src/handlers/uploads/issue-policy.ts';
import { retireUploads } from '../src/handlers/uploads/retire-uploads.ts';
import type { UploadDeps } from '../src/handlers/uploads/upload-deps.ts';
import type { UploadLimits } from '../src/routes/uploads.ts';
import { appendRemovals } from '../src/store/removals.ts';
import { createTestDb } from './engine.ts';

export const log = createLogger({ service: 'media-engine-test', level: 'silent' });
export const secret = 'the secret of these tests, long enough';
export const owner: Scope = { accountId: 'acct_1', siteId: 'us', tenantId: '' };

export interface UploadWorldOptions {
  /** Settings of the blob store; a folder of its own when left out. */
  readonly blobEnv?: Readonly<Record<string, string>>;
  readonly limits?: Partial<UploadLimits>;
  readonly closing?: Closing;
  readonly change?: (deps: UploadDeps) => UploadDeps;
}

const uploadLimits: UploadLimits = {
  formsMax: 16,
  uploadsMax: 8,
  perClientMax: 8,
  fieldsTimeoutMs: 15_000,
  rate: { bytesPerSecond: 16_384, windowMs: 30_000 },
};

/** Uploads over a database and a store of their own, served on loopback. */
export async function setUpUploads(options: UploadWorldOptions = {}) {
  const database = await createTestDb();
  const { db } = database;
  const dir = await mkdtemp(join(tmpdir(), 'redline-uploads-'));
  const config = loadConfig(blobSettings, options.blobEnv ?? { BLOB_DIR: dir });
  const blobs: BlobStore = await openBlobStore(config, { publicUrl: 'http://127.0.0.1/assets', secret });
  const deps: UploadDeps = {
    db,
    blobs,
    secret,
    host: 'http://127.0.0.1/uploads',
    cdnHost: 'http://127.0.0.1/assets',
    keptForMs: 30 * 86_400_000,
    timeoutMs: 60_000,
    rememberedForMs: 365 * 86_400_000,
    quota: { filesMax: 10_000, bytesMax: 20 * 2 ** 30 },
  };
  const used = options.change?.(deps) ?? deps;
  const metrics = createMetrics({ service: 'media-engine-test' });
  const engineMetrics = createEngineMetrics(metrics.registry);
  const http = await buildHttp(used, {
    log,
    metrics,
    uploadLimits: { ...uploadLimits, ...options.limits },
    ...(options.closing ? { closing: options.closing } : {}),
  });
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  const requestPolicy = (kind: 'image' | 'video', filename: string | null = null, scope = owner) =>
    uploadHandlers(used).policy({ scope, kind, filename }, {
      requestId: 'request-1',
      subject: uploadRequests.policy.subject,
    } as never);
  const policy = async (...wish: Parameters<typeof requestPolicy>) => {
    const reply = await requestPolicy(...wish);
    if (reply.outcome !== 'issued') throw new Error(reply.message);
    return reply.policy;
  };
  return {
    db,
    blobs,
    deps: used,
    origin,
    http,
    policy,
    requestPolicy,
    /** Removes what deleted checks leave. */
    remove: (keys: readonly string[]) =>
      db
        .transaction()
        .execute((trx) => appendRemovals(trx, keys))
        .then(() =>
          createRemoving(
            { db, blobs: used.blobs, metrics: engineMetrics },
            log,
          )(new AbortController().signal),
        ),
    retire: () => retireUploads(used, log)(new AbortController().signal),
    /** Files of a folder that are being written, or were left behind. */
    parts: async () => (await readdir(join(dir, 'parts'))).length,
    async dispose() {
      await http.close();
      blobs.close();
      await database.dispose();
      await rm(dir, { recursive: true });
    },
  };
}

export type UploadWorld = Awaited<ReturnType<typeof setUpUploads>>;
export type Policy = Awaited<ReturnType<UploadWorld['policy']>>;

/** The documented form. A field that is undefined is left out. */
export function formOf(
  policy: Policy,
  file: Uint8Array<ArrayBuffer> | undefined,
  change: Record<string, string | undefined> = {},
): FormData {
  const { key, accessKeyId, signature } = policy;
  const fields = { key, policy: policy.policy, StoreAccessKeyId: accessKeyId, signature, ...change };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  if (file) form.append('file', new Blob([file], { type: 'text/html' }), 'anything.html');
  return form;
}

/** An answer, with its body when that is JSON. */
export async function answerOf(response: Response) {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52];
/** Returns bytes that begin like a PNG, of a given size. */
export function png(sizeBytes = 1_000, fill = 7): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes).fill(fill);
  bytes.set(pngStart);
  return bytes;
}
/** Returns bytes that begin like an MP4. */
export function mp4(sizeBytes = 1_000): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set([0, 0, 0, 0x18]);
  bytes.set(new TextEncoder().encode('ftypisom\0\0\x02\0isomiso2'), 4);
  return bytes;
}
