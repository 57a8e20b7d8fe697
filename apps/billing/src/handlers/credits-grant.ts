import { type billingRequests, idPrefixes } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { Deps } from '../deps.ts';
import { accountExists } from '../store/accounts.ts';
import { insertGrant } from '../store/insert-grant.ts';
import { noAccount } from './no-account.ts';

export const creditsGrant =
  ({ db, now }: Deps): RequestHandler<typeof billingRequests.creditsGrant> =>
  async (request) => {
    const at = now();
    const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt);
    if (expiresAt !== null && expiresAt <= at) {
      return {
        outcome: 'refused',
        code: 'invalid_request',
        message: `expiresAt: ${request.expiresAt} is past; it must lie in the future`,
      };
    }
    if (!(await accountExists(db, request.accountId))) return noAccount(request.accountId);
    const id = createId(idPrefixes.grant);
    const balance = await insertGrant(db, { ...request, id, expiresAt }, at);
    return { outcome: 'granted', grantId: id, balance };
  };
