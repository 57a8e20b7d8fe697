import { billingRequests, type SiteId } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';

type Rows = typeof billingRequests;
type Reply<K extends keyof Rows> = z.output<Rows[K]['reply']>;

export interface BillingClient {
  /** Opens the account of an organisation; a repeat changes nothing. False if it is closed for good. */
  readonly open: (
    account: { readonly accountId: string; readonly email: string; readonly isSignUp: boolean },
    requestId: string,
  ) => Promise<boolean>;
  readonly account: (accountId: string, siteId: SiteId, requestId: string) => Promise<Reply<'account'>>;
  readonly credits: (accountId: string, siteId: SiteId, requestId: string) => Promise<Reply<'creditsList'>>;
  readonly statement: (
    page: z.input<Rows['statement']['request']>,
    requestId: string,
  ) => Promise<Reply<'statement'>>;
}

/** Creates a client of billing over the bus. Each of its requests names the account. */
export const billingClient = (bus: Bus): BillingClient => ({
  open: async (account, requestId) =>
    (await call(bus, billingRequests.accountOpen, account, { requestId })).outcome === 'opened',
  account: (accountId, siteId, requestId) =>
    call(bus, billingRequests.account, { accountId, siteId }, { requestId }),
  credits: (accountId, siteId, requestId) =>
    call(bus, billingRequests.creditsList, { accountId, siteId }, { requestId }),
  statement: (page, requestId) => call(bus, billingRequests.statement, page, { requestId }),
});
