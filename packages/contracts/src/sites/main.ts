import type { MainSite } from './site.ts';

/** The main Chinese-language site (document 3). */
export const main = {
  id: 'main',
  kind: 'main',
  prefix: '/v1',
  platforms: [
    'shortvideo_a',
    'shortvideo_b',
    'lifestyle_community',
    'messaging_video',
    'video_community',
    'shortdrama_platform',
  ],
  industryVerticals: ['general', 'beauty', 'ecommerce', 'finance', 'health', 'food', 'slimming'],
  productVerticals: ['creator', 'duanju', 'touliu'],
  sceneModes: ['content', 'ad'],
  locales: ['zh-CN'],
  unmatchedWordScripts: [],
  objects: {
    textCheck: 'text_check',
    account: 'account',
    customRule: 'custom_rule',
    customRuleQuota: 'custom_rule_quota',
    customRuleSettings: 'custom_rule_settings',
    customRuleImport: 'custom_rule_import_result',
  },
} as const satisfies MainSite;

export type ProductVertical = (typeof main.productVerticals)[number];
export type SceneMode = (typeof main.sceneModes)[number];
