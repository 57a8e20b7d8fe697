import cors from '@fastify/cors';
import { createHttpServer } from '@redline/service-kit/http';
import type { Logger } from '@redline/service-kit/log';
import type { Metrics } from '@redline/service-kit/metrics';
import type { FastifyInstance } from 'fastify';
import { receiveUpload } from './handlers/uploads/receive-upload.ts';
import type { UploadDeps } from './handlers/uploads/upload-deps.ts';
import { registerAssets } from './routes/assets.ts';
import { failureBody, failureOf, sendFailure } from './routes/failure.ts';
import { registerUploads } from './routes/uploads.ts';

export interface HttpOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Files that arrive at the same time. */
  readonly uploadConcurrency: number;
}

/** Headers, and bodies that are no upload. */
const requestTimeoutMs = 15_000;
/** A connection without traffic, as of an upload that has stalled. */
const idleConnectionMs = 120_000;
const preflightSeconds = 86_400;

/** The server that forms are posted to and files are served from; the gateway passes both on. It does not listen yet. */
export async function buildHttp(
  deps: UploadDeps,
  { log, metrics, uploadConcurrency }: HttpOptions,
): Promise<FastifyInstance> {
  const http = createHttpServer({
    log,
    metrics,
    bodyLimitBytes: 1,
    // The gateway alone is believed, by not being reachable for anybody else; nothing here depends on addresses.
    trustProxy: false,
    requestTimeoutMs,
    longRequestTimeoutMs: deps.timeoutMs,
    onFault: (fault, request, reply) => sendFailure(request, reply, failureOf(fault)),
    renderUnparsed: (fault, requestId) => failureBody(failureOf(fault), requestId),
  });
  http.server.setTimeout(idleConnectionMs);
  http.removeAllContentTypeParsers();
  // Pages of any origin may post what a policy allows and show what they know the URL of; no cookie is ever read.
  await http.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: ['accept-ranges', 'content-range', 'content-length', 'etag', 'x-request-id'],
    maxAge: preflightSeconds,
  });
  registerUploads(http, { receive: receiveUpload(deps), concurrency: uploadConcurrency });
  registerAssets(http, { blobs: deps.blobs, secret: deps.secret });
  return http;
}
