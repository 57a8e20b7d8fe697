import type { Readable } from 'node:stream';
import {
  type BlobFacts,
  type BlobStore,
  type ByteRange,
  blobKeyFault,
  isSignedKey,
} from '@redline/service-kit/blob';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { isUploadKey } from '../domain/uploads/upload-dir.ts';
import { servedTypes } from '../domain/uploads/upload-kinds.ts';
import { sendFailure } from './failure.ts';

export interface AssetRouteOptions {
  readonly blobs: BlobStore;
  /** Signs URLs of objects that are not public. */
  readonly secret: string;
}

/** Uploads are removed with their check, so caches revalidate soon. */
const publicMaxAgeSeconds = 300;
const notFound = { code: 'not_found', message: 'there is no such file, or it has been removed' } as const;

/** `GET` and `HEAD /assets/*`: uploads are public, other objects need a signed URL that has not expired. */
export function registerAssets(app: FastifyInstance, { blobs, secret }: AssetRouteOptions): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const key = (request.params as { '*': string })['*'];
      const access = accessTo(request, key, secret);
      if (access === undefined || blobKeyFault(key)) return sendFailure(request, reply, notFound);
      const facts = await blobs.head(key);
      if (!facts) return sendFailure(request, reply, notFound);
      describe(reply, facts, access);
      if (isFresh(request, facts)) return reply.status(304).send();
      const range = rangeOf(request, facts);
      if (range === 'unsatisfiable') {
        reply.header('content-range', `bytes */${facts.sizeBytes}`);
        return reply.status(416).header('content-length', 0).send();
      }
      const length = range ? range.end - range.start + 1 : facts.sizeBytes;
      reply.header('content-length', length);
      if (range) {
        reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${facts.sizeBytes}`);
      }
      if (request.method === 'HEAD') return reply.send();
      const found = await blobs.get(key, range);
      // It was removed or replaced meanwhile.
      if (found?.etag !== facts.etag) {
        found?.body.destroy();
        reply.removeHeader('content-length');
        return sendFailure(request, reply, notFound);
      }
      return reply.send(found.body satisfies Readable);
    },
  });
}

/** Returns the cache control of an object; undefined if the request may not read it. */
function accessTo(request: FastifyRequest, key: string, secret: string): string | undefined {
  if (isUploadKey(key)) return `public, max-age=${publicMaxAgeSeconds}`;
  const { expires, signature } = request.query as Record<string, unknown>;
  const given = { expires: Number(expires), signature: typeof signature === 'string' ? signature : '' };
  const nowMs = Date.now();
  if (!isSignedKey(secret, key, given, nowMs)) return undefined;
  return `private, max-age=${Math.floor(given.expires - nowMs / 1_000)}`;
}

function describe(reply: FastifyReply, facts: BlobFacts, cacheControl: string): void {
  const isServed = servedTypes.has(facts.contentType);
  reply.headers({
    'content-type': isServed ? facts.contentType : 'application/octet-stream',
    // Whatever the file is, it is not rendered as a page, and no script in it runs.
    'content-disposition': isServed ? 'inline' : 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag: facts.etag,
    'last-modified': facts.modifiedAt.toUTCString(),
  });
}

/** RFC 9110, 13.1.2. */
function isFresh(request: FastifyRequest, { etag }: BlobFacts): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Parses one range; several ranges, other units and another version get the whole file (RFC 9110, 14.2). */
function rangeOf(
  request: FastifyRequest,
  { sizeBytes, etag }: BlobFacts,
): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': version } = request.headers;
  if (range === undefined || (version !== undefined && version !== etag)) return undefined;
  const ranges = parseRange(sizeBytes, range);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}
