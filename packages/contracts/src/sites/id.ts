import type { InternationalSite } from './site.ts';
import { us } from './us.ts';

/** The Indonesian site (document 2); its records are named as those of the US site. */
export const id = {
  id: 'id',
  kind: 'international',
  prefix: '/v1/intl/id',
  country: 'id',
  platforms: ['shortvideo_id', 'marketplace_a_id', 'marketplace_b'],
  verticals: ['general', 'beauty', 'health', 'food', 'fashion'],
  locales: ['zh-CN', 'id-ID'],
  unmatchedWordScripts: ['Han'],
  ocrLanguages: ['ind', 'eng'],
  transcriptionLanguage: 'id',
  defaultVideoPlatform: 'shortvideo_id',
  objects: us.objects,
} as const satisfies InternationalSite;
