import cors from '@fastify/cors';
import { type Closing, createHttpServer } from '@redline/service-kit/http';
import type { Logger } from '@redline/service-kit/log';
import type { Metrics } from '@redline/service-kit/metrics';
import type { FastifyInstance } from 'fastify';
import { receiveUpload } from './handlers/uploads/receive-upload.ts';
import type { UploadDeps } from './handlers/uploads/upload-deps.ts';
import { verifyUpload } from './handlers/uploads/verify-upload.ts';
import { registerAssets } from './routes/assets.ts';
import { failureBody, failureOf, sendFailure } from './routes/failure.ts';
import { registerUploads, type UploadLimits } from './routes/uploads.ts';

export interface HttpOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly uploadLimits: UploadLimits;
  readonly closing?: Closing;
}

/** Timeout of headers, and of bodies other than uploads. */
const requestTimeoutMs = 15_000;
/** Timeout of a connection without traffic, such as a stalled upload. */
const idleConnectionMs = 120_000;
const preflightSeconds = 86_400;

/** Builds the server for uploads and files, which the gateway forwards to. It does not listen yet. */
export async function buildHttp(
  deps: UploadDeps,
  { log, metrics, uploadLimits, closing }: HttpOptions,
): Promise<FastifyInstance> {
  const http = createHttpServer({
    log,
    metrics,
    ...(closing ? { closing } : {}),
    bodyLimitBytes: 1,
    // Only the gateway can reach this server: it sends its own trace, and names the network of a client in a header.
    trustProxy: false,
    trustTraceparent: true,
    requestTimeoutMs,
    longRequestTimeoutMs: deps.timeoutMs,
    onFault: (fault, request, reply) => sendFailure(request, reply, failureOf(fault)),
    renderUnparsed: (fault, requestId) => failureBody(failureOf(fault), requestId),
  });
  http.server.setTimeout(idleConnectionMs);
  http.removeAllContentTypeParsers();
  // Pages of any origin may post under a policy and read public URLs; cookies are never read.
  await http.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: ['accept-ranges', 'content-range', 'content-length', 'etag', 'x-request-id'],
    maxAge: preflightSeconds,
  });
  registerUploads(http, {
    verify: (fields, declaredBytes) => verifyUpload(deps.secret, fields, declaredBytes),
    receive: receiveUpload(deps),
    limits: uploadLimits,
  });
  registerAssets(http, { blobs: deps.blobs, secret: deps.secret });
  return http;
}
