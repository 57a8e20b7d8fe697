import type { InternationalSite } from './site.ts';

/** The US-English site (document 1). */
export const us = {
  id: 'us',
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
  objects: { textCheck: 'intl_text_check', account: 'intl_account' },
} as const satisfies InternationalSite;
