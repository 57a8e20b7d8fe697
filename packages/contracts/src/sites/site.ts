/** The markets there are. A key, a subscription and a history belong to exactly one. */
export const siteIds = ['us', 'id', 'main'] as const;
export type SiteId = (typeof siteIds)[number];

/** Record type names around custom words. */
export interface WordObjects {
  readonly customRule: string;
  readonly customRuleQuota: string;
  readonly customRuleSettings: string;
  readonly customRuleImport: string;
}

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
  /**
   * Unicode scripts, as regular expressions name them, that no custom word is looked for in: the copy of the site is
   * not written in them.
   */
  readonly unmatchedWordScripts: readonly string[];
  /** Record type names. */
  readonly objects: WordObjects & { readonly textCheck: string; readonly account: string };
}
