import { createHash } from 'node:crypto';
import { type billingRequests, idPrefixes, siteIds } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { Deps } from '../deps.ts';
import { accountExists, insertAccount } from '../store/accounts.ts';
import { insertGrant } from '../store/insert-grant.ts';
import { noteSignUp } from '../store/sign-up-grants.ts';

/**
 * Opens the account of an organisation, once for its id. The first one of an address that comes of a sign-up gets the
 * credits of sign-ups on every site, in the same transaction: which there are is a setting here, and not the asker's.
 */
export const accountOpen =
  ({ db, now, signUpCredits }: Deps): RequestHandler<typeof billingRequests.accountOpen> =>
  async ({ accountId, isSignUp, ...request }) => {
    const email = request.email.toLowerCase();
    const at = now();
    const opened = await db.transaction().execute(async (trx) => {
      if (!(await insertAccount(trx, { id: accountId, email }, at))) return undefined;
      if (!isSignUp || signUpCredits === 0 || !(await noteSignUp(trx, hashOf(email), at))) return 0;
      for (const siteId of siteIds) {
        const grant = {
          accountId,
          siteId,
          bucket: 'activity',
          amount: signUpCredits,
          expiresAt: null,
        } as const;
        await insertGrant(trx, { ...grant, id: createId(idPrefixes.grant) }, at);
      }
      return signUpCredits;
    });
    if (opened !== undefined) return { outcome: 'opened', grantedCredits: opened };
    if (await accountExists(db, accountId)) return { outcome: 'opened', grantedCredits: 0 };
    return { outcome: 'refused', code: 'not_found', message: `the account ${accountId} is closed` };
  };

const hashOf = (email: string): Buffer => createHash('sha256').update(email).digest();
