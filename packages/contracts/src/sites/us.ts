import type { InternationalSite } from './site.ts';

/** The US-English site (document 1). */
export const us = {
  id: 'us',
  kind: 'international',
  prefix: '/v1/intl/us',
  country: 'us',
  platforms: ['shortvideo_us', 'marketplace_us', 'dtc_us', 'social_ads', 'search_ads', 'shortvideo_ads'],
  verticals: [
    'general',
    'beauty',
    'health',
    'supplement',
    'weight_loss',
    'baby',
    'apparel',
    'jewelry',
    'home',
    'pet',
  ],
  locales: ['zh-CN', 'en-US'],
  unmatchedWordScripts: [],
  ocrLanguages: ['eng'],
  transcriptionLanguage: 'en',
  defaultVideoPlatform: 'shortvideo_us',
  objects: {
    textCheck: 'intl_text_check',
    imageCheck: 'intl_image_check',
    videoCheck: 'intl_video_check',
    batch: 'intl_batch',
    uploadPolicy: 'intl_upload_policy',
    account: 'intl_account',
    customRule: 'intl_custom_rule',
    customRuleQuota: 'intl_custom_rule_quota',
    customRuleSettings: 'intl_custom_rule_settings',
    customRuleImport: 'intl_custom_rule_import_result',
  },
} as const satisfies InternationalSite;
