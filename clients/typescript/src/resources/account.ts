import type { Api, RequestOptions } from '../http/api.ts';
import type { SiteTypes } from '../sites.ts';

/** The account that the key belongs to, on this site. */
export interface Account<T extends SiteTypes> {
  /** Gets credits, plan, and usage of this month. */
  readonly get: (options?: RequestOptions) => Promise<T['account']>;
}

/** Builds the account of a site. */
export const account = <T extends SiteTypes>(api: Api): Account<T> => ({
  get: (options) => api.request({ method: 'GET', path: '/account', options }),
});
