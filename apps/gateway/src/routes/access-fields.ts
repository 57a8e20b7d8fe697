import { idPrefixes, siteOfPath } from '@redline/contracts';
import { isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import type { KeyFacts } from '../domain/api-key.ts';
import { routeOf } from './rate-limit.ts';

type Caller = Partial<Pick<KeyFacts, 'siteId' | 'keyId'>> &
  Pick<KeyFacts, 'accountId'> & { readonly memberId?: string };

const callers = new WeakMap<FastifyRequest, Caller>();
const operations = new WeakMap<FastifyRequest, string>();

/** Notes for the access log whose key or delegation a request has, admitted or not. */
export const noteCaller = (request: FastifyRequest, facts: Caller): unknown => callers.set(request, facts);

/** Notes for the access log which operation a submission is: the id of its record, or of its rewrite or report. */
export const noteOperation = (request: FastifyRequest, operationId: string): unknown =>
  operations.set(request, operationId);

/**
 * Returns what the access log says of a request beside route, status and time: who sent it, and which record it is about.
 * Never a key (its id names it), a body, a query or a path, of which parts may be a client's own words.
 */
export function accessFields(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const facts = callers.get(request);
  const operationId = operations.get(request);
  const recordId = recordIn(request.params) ?? operationId;
  return {
    siteId: siteOf(request) ?? facts?.siteId,
    accountId: facts?.accountId,
    keyId: facts?.keyId,
    memberId: facts?.memberId,
    tenantId: request.admitted?.tenantId || undefined,
    recordId,
    operationId: operationId === recordId ? undefined : operationId,
  };
}

function siteOf(request: FastifyRequest): string | undefined {
  const site = siteOfPath(routeOf(request));
  return site === 'none' || site === 'unknown' ? undefined : site;
}

const prefixes = Object.values(idPrefixes);

/** Returns the id in a path; a parameter that has no form of an id is a client's own and stays out of the log. */
const recordIn = (params: unknown): string | undefined =>
  Object.values(params ?? {}).find(
    (value): value is string => typeof value === 'string' && prefixes.some((prefix) => isId(prefix, value)),
  );
