/** The markets there are. A key, a subscription and a history belong to exactly one. */
export const siteIds = ['us', 'id', 'main'] as const;
export type SiteId = (typeof siteIds)[number];

/** What makes one international site: plain data, read by the contract, the engines and the tests. */
export interface InternationalSite {
  readonly id: SiteId;
  /** Path prefix of its routes. */
  readonly prefix: `/v1/intl/${string}`;
  /** Value of `country` on the account. */
  readonly country: string;
  readonly platforms: readonly [string, ...string[]];
  readonly verticals: readonly [string, ...string[]];
  /** Languages of explanations; the first is the default. */
  readonly locales: readonly [string, ...string[]];
  /** Record type names. */
  readonly objects: { readonly textCheck: string; readonly account: string };
}
