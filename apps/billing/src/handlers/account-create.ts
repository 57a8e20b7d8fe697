import { type billingRequests, idPrefixes } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { Deps } from '../deps.ts';
import { insertAccount } from '../store/accounts.ts';

/** Creates an account, which has no credits, and the lowest plan on every site. An address may have several. */
export const accountCreate =
  ({ db, now }: Deps): RequestHandler<typeof billingRequests.accountCreate> =>
  async (request) => {
    const email = request.email.toLowerCase();
    const id = createId(idPrefixes.account);
    if (await insertAccount(db, { id, email }, now())) return { outcome: 'created', accountId: id };
    throw new Error(`there is an account ${id} already`);
  };
