import type { Scope } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '../clients/call-context.ts';
import { RequestError } from './failure.ts';

/** Opens scopes of end tenants. */
export interface ScopeDeps {
  readonly bus: Bus;
  /** Returns false if the key may open no more scopes, or there is no key. */
  readonly openScope: (scope: Scope, keyId: string | null) => Promise<boolean>;
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
 * Returns the context of calls that add data to a scope, after opening the scope; members of organisations open none.
 * @throws RequestError if the key may open no more scopes
 */
export async function writeContext(
  { bus, openScope }: ScopeDeps,
  request: FastifyRequest,
): Promise<CallContext> {
  const context = callContext(bus, request);
  if (await openScope(context.scope, request.admitted?.facts.keyId ?? null)) return context;
  const byMember = request.admitted?.facts.keyId === null;
  throw new RequestError({
    code: 'tenant_scope_limit',
    message: byMember
      ? 'this tenant scope was not opened by an API key yet'
      : 'this API key has opened as many tenant scopes as it may',
  });
}
