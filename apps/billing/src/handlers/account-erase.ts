import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { renderErasure } from '../domain/erasure.ts';
import { accountExists } from '../store/accounts.ts';
import { beginErasure, findErasure } from '../store/erasures.ts';
import { noAccount } from './no-account.ts';

type ErasureDeps = Pick<Deps, 'db' | 'now' | 'erasureWaitMs'>;

/** Closes an account and begins its erasure, for an operator; `erase.ts` goes on with it. */
export const accountErase =
  ({ db, now, erasureWaitMs }: ErasureDeps): RequestHandler<typeof billingRequests.accountErase> =>
  async ({ accountId, operator }, { log }) => {
    const begun = await beginErasure(db, { accountId, operator }, now());
    if (!begun) return noAccount(accountId);
    if (begun.isNew) log.info({ accountId, operator }, 'an operator has closed an account, to be erased');
    return { outcome: 'erasing', erasure: renderErasure(begun.erasure, erasureWaitMs) };
  };

/** Answers how far the erasure of an account is. */
export const accountErasure =
  ({ db, erasureWaitMs }: ErasureDeps): RequestHandler<typeof billingRequests.accountErasure> =>
  async ({ accountId }) => {
    const erasure = await findErasure(db, accountId);
    if (erasure) return { outcome: 'found', erasure: renderErasure(erasure, erasureWaitMs) };
    if (!(await accountExists(db, accountId))) return noAccount(accountId);
    return {
      outcome: 'refused',
      code: 'invalid_request',
      message: `the account ${accountId} is open: nobody has asked for its erasure`,
    };
  };
