import type { Bus } from '@redline/service-kit/bus';
import type { FastifyRequest } from 'fastify';
import { accountFacts } from '../clients/billing.ts';
import { scopeOf } from './scope.ts';

/** Returns credits, plan and usage of the key's account on its site; the tenant header changes nothing. */
export async function accountOf(request: FastifyRequest, bus: Bus) {
  const { accountId, siteId } = scopeOf(request);
  const facts = await accountFacts(bus, { accountId, siteId }, request.id);
  if (!facts) throw new Error(`billing does not know the account ${accountId} of a valid key`);
  return facts;
}
