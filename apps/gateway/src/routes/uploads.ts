import type { FastifyRequest } from 'fastify';
import { askUploadPolicy, type UploadWish } from '../clients/uploads.ts';
import { RequestFailure } from './failure.ts';
import { openedScope, type SubmissionDeps } from './submission.ts';

/**
 * Credentials for one upload of the scope, which is opened by it.
 * @throws RequestFailure for a file that is not taken, or when the key has no more scopes to open
 */
export async function uploadPolicyOf(request: FastifyRequest, deps: SubmissionDeps, wish: UploadWish) {
  const scope = await openedScope(deps, request);
  const reply = await askUploadPolicy(deps.bus, scope, wish, request.id);
  if (reply.outcome === 'issued') return reply.policy;
  throw new RequestFailure({ code: 'invalid_request', message: reply.message });
}
