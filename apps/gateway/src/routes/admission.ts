import { delegation, roleReaches, type SiteId, siteOfPath, testTenantOf } from '@redline/contracts';
import { clientNetwork } from '@redline/service-kit/http';
import type { Logger } from '@redline/service-kit/log';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessTo, type Caller, type CallerFacts, tenantOf } from '../domain/access.ts';
import { keyFault, keyInHeader } from '../domain/api-key.ts';
import type { Delegation, ReadDelegation } from '../domain/delegation.ts';
import { rateClassOf } from '../domain/rate-class.ts';
import type { KeyCache } from '../store/key-cache.ts';
import type { KeyUses } from '../store/key-uses.ts';
import { noteCaller } from './access-fields.ts';
import { type Failure, sendFailure } from './failure.ts';
import { countInFlight } from './in-flight.ts';
import type { InternalListener } from './internal.ts';
import { type CountRequest, routeOf } from './rate-limit.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** The caller and tenant of a request that was admitted to a route of a site. */
export interface Admitted {
  readonly facts: CallerFacts;
  /** Tenant of the scope that the key acts in; empty for the owner's own. No header can name that of a test key. */
  readonly tenantId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
  interface FastifyContextConfig {
    /** No key and no limit: health and documentation. */
    open?: boolean;
    /** The site of a route outside /v1 that takes the keys of a site. */
    siteId?: SiteId;
  }
}

export interface AdmissionOptions {
  readonly keys: KeyCache;
  readonly keyUses: Pick<KeyUses, 'note'>;
  readonly count: CountRequest;
  readonly internal: Pick<InternalListener, 'has'>;
  readonly readDelegation: ReadDelegation;
  /** Uses a delegation up; false if it was used before. */
  readonly useDelegation: (delegation: Delegation) => Promise<boolean>;
  readonly maxInFlight: number;
  readonly log: Logger;
}

export interface Admission {
  /** Identifies the caller and counts the request; `failure` is set if it is above the limit. */
  readonly identify: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<{ readonly caller: Caller; readonly failure: Failure | undefined }>;
}

/**
 * Adds admission before every route, existing or not: the limit of concurrent requests, then the caller, then the rate
 * limit, then access to the site, then the tenant. Bodies are read after that.
 */
export function registerAdmission(app: FastifyInstance, options: AdmissionOptions): Admission {
  const inFlight = countInFlight(app, options.maxInFlight);
  const identify: Admission['identify'] = async (request, reply) => {
    const { caller, bucket } = await identifyCaller(options, request);
    if (caller.kind === 'key') {
      noteCaller(request, caller.facts);
      options.keyUses.note(caller.facts.keyId);
    }
    if (caller.kind === 'member') {
      const { accountId, userId } = caller.delegation;
      noteCaller(request, { accountId, memberId: userId });
    }
    const retryAfterSeconds = await options.count(request, reply, bucket);
    return { caller, failure: retryAfterSeconds === undefined ? undefined : tooMany(retryAfterSeconds) };
  };
  app.decorateRequest('admitted', null);
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply);
    const place = inFlight.take(request, reply);
    if (place === 'flooded') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (options.internal.has(request) && siteOfPath(routeOf(request)) === 'none')
      return sendFailure(request, reply, { code: 'not_found', message: 'there is nothing at this path' });
    const open = request.routeOptions.config?.open === true;
    if (place === 'busy') {
      if (!open) await options.count(request, reply, networkOf(request));
      return sendFailure(request, reply, overloaded);
    }
    if (open) return undefined;
    const { caller, failure } = await identify(request, reply);
    const refused = failure ?? admit(request, caller) ?? (await admitMember(options, request, caller));
    return refused && sendFailure(request, reply, refused);
  });
  return { identify };
}

const overloaded: Failure = {
  code: 'internal',
  message: 'the server is busy; it is safe to retry',
  retryAfterSeconds: 1,
};

const tooMany = (retryAfterSeconds: number): Failure => ({
  code: 'rate_limited',
  message: `too many requests; the limit starts anew in ${retryAfterSeconds} s`,
  retryAfterSeconds,
});

const networkOf = (request: FastifyRequest) => addressBucket(request.ip);

/** Returns the rate bucket of a request without a valid key. */
export const addressBucket = (address: string) => `address:${clientNetwork(address)}`;

async function identifyCaller(
  { keys, log, internal, readDelegation }: AdmissionOptions,
  request: FastifyRequest,
): Promise<{ readonly caller: Caller; readonly bucket: string }> {
  const noCaller = (reason: Extract<Caller, { kind: 'none' }>['reason']) => ({
    caller: { kind: 'none', reason } as const,
    bucket: networkOf(request),
  });
  if (internal.has(request)) {
    const token = request.headers[delegation.header];
    const read = typeof token === 'string' ? await readDelegation(token) : undefined;
    if (!read) return noCaller('undelegated');
    // All members together, whatever the console's address.
    return { caller: { kind: 'member', delegation: read }, bucket: `members:${read.accountId}` };
  }
  const { authorization } = request.headers;
  const key = keyInHeader(authorization);
  if (key === undefined) return noCaller(authorization === undefined ? 'missing' : 'unknown');
  const found = await keys.find(key).catch((error: unknown) => {
    log.warn({ err: error, requestId: request.id }, 'a key could not be looked up');
    return 'undecided' as const;
  });
  // Counted by a part of its hash: keys behind one address must not use up each other's limit.
  if (found === 'undecided')
    return { caller: { kind: 'undecided' }, bucket: `unverified:${keys.nameOf(key)}` };
  if (!found) return noCaller('unknown');
  const fault = keyFault(found, Date.now());
  return fault ? noCaller(fault) : { caller: { kind: 'key', facts: found }, bucket: found.keyId };
}

function admit(request: FastifyRequest, caller: Caller): Failure | undefined {
  const site = request.routeOptions.config?.siteId ?? siteOfPath(routeOf(request));
  if (site === 'none') return undefined;
  const access = accessTo(site, caller);
  if (!access.allowed) return { code: access.code, message: access.message };
  const tenantId =
    caller.kind === 'member' ? caller.delegation.tenantId : tenantOf(request.headers['x-end-tenant']);
  if (tenantId === undefined) {
    const message = 'X-End-Tenant must be 1 to 64 characters from letters, digits and _ . : -';
    return { code: 'invalid_request', message };
  }
  const { facts } = access;
  request.admitted = { facts, tenantId: facts.mode === 'test' ? testTenantOf(tenantId) : tenantId };
  return undefined;
}

/**
 * Decides whether a member may do this: a viewer only reads, and what changes or starts anything takes a delegation that
 * was not used for that before.
 */
async function admitMember(
  { useDelegation, log }: AdmissionOptions,
  request: FastifyRequest,
  caller: Caller,
): Promise<Failure | undefined> {
  if (caller.kind !== 'member' || rateClassOf(request.method, routeOf(request)) === 'query') return undefined;
  const { role } = caller.delegation;
  if (!roleReaches(role, 'editor'))
    return { code: 'forbidden', message: `the role ${role} may read, and not submit or change` };
  const isFirst = await useDelegation(caller.delegation).catch((error: unknown) => {
    log.warn({ err: error, requestId: request.id }, 'the use of a delegation could not be stored');
    return undefined;
  });
  if (isFirst === undefined)
    return { code: 'internal', message: 'something failed on our side; it is safe to retry' };
  return isFirst ? undefined : { code: 'unauthorized', message: 'the delegation was used before' };
}
