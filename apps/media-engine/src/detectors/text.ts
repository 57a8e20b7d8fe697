import { type SiteId, sites } from '@redline/contracts';
import type { TextReader } from '../clients/programs/tesseract.ts';
import type { PageDetector } from './page-detector.ts';

/** Creates the detector of words on a page, in the languages of the site. */
export const textDetector = (reader: TextReader): PageDetector => ({
  name: 'text',
  findableTypes: ['OCR', 'AD', 'PORN', 'POLITICS', 'VIOLENCE'],
  isConfigured: (site) => reader.canRead(languagesOf(site)),
  detect: async ({ tiles }, { scope }, signal) => ({
    text: await reader.read(tiles, languagesOf(scope.siteId), signal),
  }),
});

const languagesOf = (site: SiteId): readonly string[] =>
  sites.find(({ id }) => id === site)?.ocrLanguages ?? [];
