import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkKey, checkPrefix } from './blob-key.ts';
import type { BlobFacts, BlobStore, PostOptions, PresignedPost, PutOptions } from './blob-store.ts';
import { counted } from './counted.ts';

export interface S3Options {
  /** Undefined for AWS itself. Requests have the bucket in the path, which every server supports. */
  readonly endpoint?: string | undefined;
  /** The address of the same server for clients, in URLs and forms; `endpoint` by default. */
  readonly publicEndpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Undefined for the identity of the process, as the AWS SDK finds it: of a service account, a machine, a profile. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** The smallest part that S3 accepts: a put holds two in memory (10 MB), and 10,000 of them are 50 GB. */
const partBytes = 5 * 1024 ** 2;
const connectTimeoutMs = 3_000;
const idleTimeoutMs = 30_000;
const attemptsMax = 3;
const socketsMax = 100;
/** Maximum pages of a listing, of a thousand entries each; the next sweep continues. */
const sweepPagesMax = 10;
const deletePagesMax = 1_000;

/** Opens a blob store in an existing bucket. */
export function createS3Store(options: S3Options): BlobStore {
  const client = open(options, options.endpoint);
  const publicClient = options.publicEndpoint ? open(options, options.publicEndpoint) : client;
  const at = (key: string) => {
    checkKey(key);
    return { Bucket: options.bucket, Key: key };
  };
  return {
    put: async (key, body, putOptions) => put(client, at(key), body, putOptions),
    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await orMissing(client.send(new GetObjectCommand({ ...at(key), Range })));
      if (!found) return undefined;
      const total = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return { ...factsOf(found, total), body: found.Body as Readable };
    },
    async head(key) {
      const found = await orMissing(client.send(new HeadObjectCommand(at(key))));
      return found && factsOf(found);
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    deletePrefix: async (prefix) => deletePrefix(client, options.bucket, prefix),
    signedUrl: async (key, ttlSeconds) =>
      getSignedUrl(publicClient, new GetObjectCommand(at(key)), { expiresIn: ttlSeconds }),
    presignedPost: async (key, postOptions) => presignedPost(publicClient, at(key), postOptions),
    sweepParts: async (olderThanMs) => sweepParts(client, options.bucket, Date.now() - olderThanMs),
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket: options.bucket }));
    },
    close() {
      client.destroy();
      publicClient.destroy();
    },
  };
}

function open(options: S3Options, endpoint: string | undefined): S3Client {
  const { region, keys } = options;
  return new S3Client({
    region,
    ...(keys ? { credentials: keys } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Servers other than AWS refuse or ignore the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: { maxSockets: socketsMax },
      httpsAgent: { maxSockets: socketsMax },
    },
  });
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

async function put(
  client: S3Client,
  place: Place,
  body: Readable | Uint8Array,
  { contentType, maxBytes = Number.MAX_SAFE_INTEGER }: PutOptions,
): Promise<{ sizeBytes: number }> {
  let sizeBytes = 0;
  const onBytes = (bytes: number) => {
    sizeBytes = bytes;
  };
  const chunks = counted(body, { maxBytes, onBytes });
  const upload = new Upload({
    client,
    params: { ...place, Body: Readable.from(chunks), ContentType: contentType },
    partSize: partBytes,
    queueSize: 1,
  });
  await upload.done();
  return { sizeBytes };
}

interface S3Facts {
  readonly ContentLength?: number | undefined;
  readonly ContentType?: string | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
}

function factsOf(found: S3Facts, totalBytes?: string): BlobFacts {
  return {
    sizeBytes: totalBytes === undefined ? (found.ContentLength ?? 0) : Number(totalBytes),
    contentType: found.ContentType ?? 'application/octet-stream',
    etag: found.ETag ?? '""',
    modifiedAt: found.LastModified ?? new Date(0),
  };
}

async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
}

async function deletePrefix(client: S3Client, bucket: string, prefix: string): Promise<void> {
  checkPrefix(prefix);
  for (let page = 0; page < deletePagesMax; page += 1) {
    const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    const objects = (listed.Contents ?? []).map(({ Key }) => ({ Key }));
    if (objects.length === 0) return;
    const deleted = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
    );
    const [fault] = deleted.Errors ?? [];
    if (fault) throw new Error(`an object could not be deleted: ${fault.Code ?? 'no reason given'}`);
  }
  throw new Error(`there are more than ${deletePagesMax} pages of objects below one prefix`);
}

async function presignedPost(client: S3Client, place: Place, options: PostOptions): Promise<PresignedPost> {
  return createPresignedPost(client, {
    ...place,
    Fields: { 'Content-Type': options.contentType },
    Conditions: [
      ['eq', '$Content-Type', options.contentType],
      ['content-length-range', 1, options.maxBytes],
    ],
    Expires: options.ttlSeconds,
  });
}

async function sweepParts(client: S3Client, bucket: string, beforeMs: number): Promise<number> {
  let swept = 0;
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (let page = 0; page < sweepPagesMax; page += 1) {
    const listed = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...after }));
    for (const { Key, UploadId, Initiated } of listed.Uploads ?? []) {
      if (!Initiated || Initiated.getTime() >= beforeMs) continue;
      await orMissing(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })));
      swept += 1;
    }
    if (!listed.IsTruncated) break;
    after = { KeyMarker: listed.NextKeyMarker, UploadIdMarker: listed.NextUploadIdMarker };
  }
  return swept;
}
