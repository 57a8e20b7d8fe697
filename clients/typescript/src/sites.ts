import type * as contract from './contract/schemas.ts';
import type { ListQuery } from './pages.ts';

/** The query of a list of videos. */
interface VideoQuery extends ListQuery {
  readonly status?: 'processing' | 'completed' | 'failed' | undefined;
}

/** The query of a record that is explained in the language of whoever reads it. */
interface Explained<Locale> {
  readonly explainLocale?: Locale | undefined;
}

/** Types that are the same on both international sites. */
interface InternationalTypes {
  readonly textAccepted: contract.IntlTextCheckAccepted;
  readonly textDeleted: contract.IntlTextCheckDeleted;
  readonly fixAccepted: contract.IntlTextFixAccepted;
  readonly textQuery: ListQuery;
  readonly imageQuery: ListQuery;
  readonly imageDeleted: contract.IntlImageCheckDeleted;
  readonly videoAccepted: contract.IntlVideoCheckAccepted;
  readonly videoDeleted: contract.IntlVideoCheckDeleted;
  readonly videoQuery: VideoQuery;
  readonly batchAccepted: contract.IntlBatchAccepted;
  readonly batchDeleted: contract.IntlBatchDeleted;
  readonly batchList: contract.UsBatchList;
  readonly batchItem: contract.UsBatchItem;
  readonly customRuleBody: contract.IntlCustomRuleBody;
  readonly customRule: contract.IntlCustomRule;
  readonly customRuleList: contract.IntlCustomRuleList;
  readonly customRuleDeleted: contract.IntlCustomRuleDeleted;
  readonly customRuleImportBody: contract.IntlCustomRuleImportBody;
  readonly customRuleImportResult: contract.IntlCustomRuleImportResult;
  readonly customRuleQuota: contract.IntlCustomRuleQuota;
  readonly customRuleSettings: contract.IntlCustomRuleSettings;
  readonly uploadPolicyBody: contract.IntlUploadPolicyBody;
  readonly uploadPolicy: contract.IntlUploadPolicy;
}

/** Types of the US site. */
export interface UsTypes extends InternationalTypes {
  readonly textBody: contract.UsTextCheckSubmission;
  readonly text: contract.UsTextCheck;
  readonly textItem: contract.UsTextCheckItem;
  readonly textList: contract.UsTextCheckList;
  readonly imageBody: contract.UsImageCheckSubmission;
  readonly image: contract.UsImageCheck;
  readonly imageItem: contract.UsImageCheckItem;
  readonly imageList: contract.UsImageCheckList;
  readonly videoBody: contract.UsVideoCheckSubmission;
  readonly video: contract.UsVideoCheck;
  readonly videoItem: contract.UsVideoCheckItem;
  readonly videoList: contract.UsVideoCheckList;
  readonly explained: Explained<contract.UsTextCheckSubmission['explainLocale']>;
  readonly batchQuery: ListQuery & UsTypes['explained'];
  readonly batchBody: contract.UsBatchSubmission;
  readonly batch: contract.UsBatch;
  readonly account: contract.UsAccount;
}

/** Types of the Indonesian site. */
export interface IdTypes extends InternationalTypes {
  readonly textBody: contract.IdTextCheckSubmission;
  readonly text: contract.IdTextCheck;
  readonly textItem: contract.IdTextCheckItem;
  readonly textList: contract.IdTextCheckList;
  readonly imageBody: contract.IdImageCheckSubmission;
  readonly image: contract.IdImageCheck;
  readonly imageItem: contract.IdImageCheckItem;
  readonly imageList: contract.IdImageCheckList;
  readonly videoBody: contract.IdVideoCheckSubmission;
  readonly video: contract.IdVideoCheck;
  readonly videoItem: contract.IdVideoCheckItem;
  readonly videoList: contract.IdVideoCheckList;
  readonly explained: Explained<contract.IdTextCheckSubmission['explainLocale']>;
  readonly batchQuery: ListQuery & IdTypes['explained'];
  readonly batchBody: contract.IdBatchSubmission;
  readonly batch: contract.IdBatch;
  readonly account: contract.IdAccount;
}

type ProductVertical = contract.MainTextCheck['productVertical'];

/** A query that one product line may be chosen in. */
interface OfProductLine {
  readonly productVertical?: ProductVertical | undefined;
}

/** Types of the Chinese site, which has bodies and records of its own. */
export interface MainTypes {
  readonly textBody: contract.MainTextCheckSubmission;
  readonly text: contract.MainTextCheck;
  readonly textItem: contract.MainTextCheckItem;
  readonly textList: contract.MainTextCheckList;
  readonly textAccepted: contract.MainTextCheckAccepted;
  readonly textDeleted: contract.MainTextCheckDeleted;
  readonly textQuery: ListQuery &
    OfProductLine & {
      readonly platform?: contract.MainTextCheck['platform'] | undefined;
      /** Part of the text. */
      readonly keyword?: string | undefined;
    };
  readonly fixBody: contract.MainTextFixBody;
  readonly fixAccepted: contract.MainTextFixAccepted;
  readonly imageBody: contract.MainImageCheckSubmission;
  readonly image: contract.MainImageCheck;
  readonly imageItem: contract.MainImageCheckItem;
  readonly imageList: contract.MainImageCheckList;
  readonly imageQuery: ListQuery & OfProductLine;
  readonly imageDeleted: contract.MainImageCheckDeleted;
  readonly videoBody: contract.MainVideoCheckSubmission;
  readonly video: contract.MainVideoCheck;
  readonly videoItem: contract.MainVideoCheckItem;
  readonly videoList: contract.MainVideoCheckList;
  readonly videoAccepted: contract.MainVideoCheckAccepted;
  readonly videoDeleted: contract.MainVideoCheckDeleted;
  readonly videoQuery: VideoQuery & OfProductLine;
  /** Explanations are in Chinese. */
  readonly explained: Readonly<Record<never, never>>;
  readonly batchBody: contract.MainBatchSubmission;
  readonly batch: contract.MainBatch;
  readonly batchItem: contract.MainBatchItem;
  readonly batchList: contract.MainBatchList;
  readonly batchAccepted: contract.MainBatchAccepted;
  readonly batchDeleted: contract.MainBatchDeleted;
  readonly batchQuery: ListQuery & OfProductLine;
  readonly account: contract.MainAccount;
  readonly customRuleBody: contract.MainCustomRuleBody;
  readonly customRule: contract.MainCustomRule;
  readonly customRuleList: contract.MainCustomRuleList;
  readonly customRuleDeleted: contract.MainCustomRuleDeleted;
  readonly customRuleImportBody: contract.MainCustomRuleImportBody;
  readonly customRuleImportResult: contract.MainCustomRuleImportResult;
  readonly customRuleQuota: contract.MainCustomRuleQuota;
  readonly customRuleSettings: contract.MainCustomRuleSettings;
  readonly uploadPolicyBody: contract.MainUploadPolicyBody;
  readonly uploadPolicy: contract.MainUploadPolicy;
}

/** Types of any site. */
export type SiteTypes = UsTypes | IdTypes | MainTypes;

/** The path below which each site has its routes. */
export const sitePrefixes = { us: '/v1/intl/us', id: '/v1/intl/id', main: '/v1' } as const;

/** The sites: US English, Indonesian, and Chinese. A key belongs to one of them. */
export type SiteId = keyof typeof sitePrefixes;
