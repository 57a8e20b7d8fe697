import type { FastifyRequest } from 'fastify';
import { requestUploadPolicy, type UploadWish } from '../clients/uploads.ts';
import { RequestError } from './failure.ts';
import { type ScopeDeps, writeContext } from './scope.ts';

/**
 * Returns credentials for one upload of the scope, after opening the scope.
 * @throws RequestError for a file that is not accepted, an account that stores all it may, or if the key may open no more scopes
 */
export async function uploadPolicyOf(request: FastifyRequest, deps: ScopeDeps, wish: UploadWish) {
  const reply = await requestUploadPolicy(await writeContext(deps, request), wish);
  if (reply.outcome === 'issued') return reply.policy;
  const { code = 'invalid_request', message, issues } = reply;
  throw new RequestError({ code, message, issues });
}
