import type { Scope } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '../clients/call-context.ts';
import { RequestError } from './failure.ts';

/** Opens scopes of end tenants. */
export interface ScopeDeps {
  readonly bus: Bus;
  /** Returns false if the key may open no more scopes. */
  readonly openScope: (scope: Scope, keyId: string) => Promise<boolean>;
}

/** Returns the scope that an admitted request acts in. */
export function scopeOf(request: FastifyRequest): Scope {
  if (!request.admitted) throw new Error('the request was not admitted');
  const { facts, tenantId } = request.admitted;
  return { accountId: facts.accountId, siteId: facts.siteId, tenantId };
}

/** Returns the context of calls that read or change existing data. */
export const callContext = (bus: Bus, request: FastifyRequest): CallContext => ({
  bus,
  scope: scopeOf(request),
  requestId: request.id,
});

/**
 * Returns the context of calls that add data to a scope, after opening the scope.
 * @throws RequestError if the key may open no more scopes
 */
export async function writeContext(
  { bus, openScope }: ScopeDeps,
  request: FastifyRequest,
): Promise<CallContext> {
  const context = callContext(bus, request);
  if (await openScope(context.scope, request.admitted?.facts.keyId ?? '')) return context;
  throw new RequestError({
    code: 'tenant_scope_limit',
    message: 'this API key has opened as many tenant scopes as it may',
  });
}
