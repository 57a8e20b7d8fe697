import type { FastifyReply } from 'fastify';

export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * Security headers for JSON of one caller: no caching, framing or sniffing. The docs page sets its own policy.
 */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(securityHeaders);
}
