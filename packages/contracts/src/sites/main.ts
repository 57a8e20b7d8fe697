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
  ocrLanguages: ['chi_sim'],
  transcriptionLanguage: 'zh',
  imageProductVerticals: ['creator', 'touliu'],
  defaultVideoPlatforms: {
    creator: 'shortvideo_a',
    duanju: 'shortdrama_platform',
    touliu: 'shortvideo_a',
  },
  frameTypes: ['OCR', 'BEHAVIOR', 'AD', 'POLITICS', 'VIOLENCE', 'PORN', 'LOGO', 'PERSON'],
  audioTypes: ['POLITICAL', 'PORN', 'AD', 'MOAN', 'ABUSE'],
  detectTypes: ['AD', 'OCR', 'POLITICS', 'VIOLENCE', 'PORN', 'LOGO'],
  objects: {
    textCheck: 'text_check',
    imageCheck: 'image_check',
    videoCheck: 'video_check',
    videoReport: 'video_check_report',
    batch: 'batch',
    uploadPolicy: 'upload_policy',
    account: 'account',
    customRule: 'custom_rule',
    customRuleQuota: 'custom_rule_quota',
    customRuleSettings: 'custom_rule_settings',
    customRuleImport: 'custom_rule_import_result',
  },
} as const satisfies MainSite;

export type ProductVertical = (typeof main.productVerticals)[number];
export type SceneMode = (typeof main.sceneModes)[number];
