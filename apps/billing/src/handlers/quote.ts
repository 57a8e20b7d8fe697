import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { decideQuote } from '../domain/quoting.ts';
import { readQuoteFacts } from '../store/read-quote-facts.ts';

/** Prices lines as a charge would, and writes nothing. */
export const quote =
  ({ db, now }: Deps): RequestHandler<typeof billingRequests.quote> =>
  async (request) => {
    const at = now();
    return decideQuote(request, await readQuoteFacts(db, request, at), at);
  };
