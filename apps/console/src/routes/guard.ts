import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from './failure.ts';

const reads = new Set(['GET', 'HEAD']);

/** Headers of every answer; the page sets its own policy of content. */
const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** For a year, where the console is reached by https. */
const strictTransport = 'max-age=31536000';

/**
 * Refuses, before anything is read, whatever a page of another origin could have sent: a write without the console's own
 * Origin, or with a body that is not JSON, such as a form. Sets the security headers of every answer.
 */
export function registerGuard(
  app: FastifyInstance,
  { origin, isSecure }: { readonly origin: string; readonly isSecure: boolean },
): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(securityHeaders);
    if (isSecure) reply.header('strict-transport-security', strictTransport);
    if (reads.has(request.method)) return;
    if (request.headers.origin !== origin)
      throw new RequestError({ code: 'forbidden', message: `a write needs the Origin ${origin}` });
    if (request.method !== 'DELETE' && !isJson(request.headers['content-type']))
      throw new RequestError({
        code: 'unsupported_media_type',
        message: 'the content type must be application/json',
      });
  });
}

const isJson = (type: string | undefined) => /^application\/json(?:\s*;|$)/i.test(type ?? '');
