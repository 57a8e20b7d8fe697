import { choiceSchema, siteIds } from '@redline/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BillingClient } from '../clients/billing.ts';
import { RequestError } from './failure.ts';
import { member, parsed, type SessionDeps } from './session.ts';

const limit = 'limit must be a whole number from 1 to 200';
const pageQuery = z.object({
  siteId: choiceSchema('siteId', siteIds),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limit)
    .transform(Number)
    .pipe(z.number().min(1, limit).max(200, limit))
    .default('50'),
  before: z.string().max(100).nullable().default(null),
});

/** Adds credits and statements of the organisation's account, as billing has them. */
export function registerCredits(
  app: FastifyInstance,
  deps: SessionDeps & { readonly billing: BillingClient },
): void {
  const { billing } = deps;

  app.get('/api/credits', async (request, reply) => {
    const { accountId } = (await member(deps, request, reply, 'viewer')).organization;
    const sites = await Promise.all(
      siteIds.map(async (siteId) => {
        const [account, credits] = await Promise.all([
          billing.account(accountId, siteId, request.id),
          billing.credits(accountId, siteId, request.id),
        ]);
        if (account.outcome !== 'found' || credits.outcome !== 'listed') throw closed();
        const buckets = credits.grants.map(({ siteId: _, ...grant }) => grant);
        const { subscription, usageThisMonth } = account.facts;
        // Of the list, so that the sum of what is shown is what is shown as the sum.
        const total = buckets.reduce((sum, { remaining }) => sum + remaining, 0);
        return { siteId, ...subscription, total, buckets, usageThisMonth };
      }),
    );
    return { success: true, data: { object: 'credits', sites } };
  });

  app.get('/api/statements', async (request, reply) => {
    const { accountId } = (await member(deps, request, reply, 'viewer')).organization;
    const page = parsed(pageQuery, request.query);
    const statement = await billing.statement({ ...page, accountId }, request.id);
    if (statement.outcome === 'refused') {
      if (statement.code === 'not_found') throw closed();
      throw new RequestError({ code: 'invalid_request', message: statement.message });
    }
    const { balance, entries, next } = statement;
    return {
      success: true,
      data: { object: 'statement', siteId: page.siteId, balance, entries, hasMore: next !== null, next },
    };
  });
}

const closed = () =>
  new RequestError({ code: 'forbidden', message: 'the account of this organisation is closed' });
