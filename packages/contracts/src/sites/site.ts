/** Record type names around custom words. */
export interface WordObjects {
  readonly customRule: string;
  readonly customRuleQuota: string;
  readonly customRuleSettings: string;
  readonly customRuleImport: string;
}

/** Record type names around images and videos. */
export interface MediaObjects {
  readonly imageCheck: string;
  readonly videoCheck: string;
  readonly uploadPolicy: string;
}

/** The data of every site, read by the contract, the engines and the tests. */
interface AnySite {
  readonly id: string;
  readonly platforms: readonly [string, ...string[]];
  /** Languages of explanations; the first is the default. */
  readonly locales: readonly [string, ...string[]];
  /**
   * Unicode scripts, as regular expressions name them, in which custom words are not matched: the copy of the site is
   * not written in them.
   */
  readonly unmatchedWordScripts: readonly string[];
  /** Languages of text recognition, by their tesseract names (`eng`, `chi_sim`). */
  readonly ocrLanguages: readonly [string, ...string[]];
  /** Language of transcription, as an ISO 639-1 code (`en`). */
  readonly transcriptionLanguage: string;
  /** Record type names. */
  readonly objects: WordObjects &
    MediaObjects & { readonly textCheck: string; readonly batch: string; readonly account: string };
}

/** One international site (documents 1 and 2). */
export interface InternationalSite extends AnySite {
  readonly kind: 'international';
  /** Path prefix of its routes. */
  readonly prefix: `/v1/intl/${string}`;
  /** Value of `country` on the account. */
  readonly country: string;
  readonly verticals: readonly [string, ...string[]];
  /** The default platform of a video. */
  readonly defaultVideoPlatform: string;
}

/** The main site (document 3), whose texts belong to product lines. */
export interface MainSite extends AnySite {
  readonly kind: 'main';
  readonly objects: AnySite['objects'] & { readonly videoReport: string };
  readonly prefix: '/v1';
  readonly industryVerticals: readonly [string, ...string[]];
  /** The product lines; the first is the default. */
  readonly productVerticals: readonly [string, ...string[]];
  /** The first is the default. */
  readonly sceneModes: readonly [string, ...string[]];
  /** Product lines that have image checks; the first is the default. */
  readonly imageProductVerticals: readonly [string, ...string[]];
  /** The default platform of a video, by product line. */
  readonly defaultVideoPlatforms: Readonly<Record<string, string>>;
  /** The categories that frames of a video, its sound and images can be checked for. */
  readonly frameTypes: readonly [string, ...string[]];
  readonly audioTypes: readonly [string, ...string[]];
  readonly detectTypes: readonly [string, ...string[]];
}

export type Site = InternationalSite | MainSite;
