import { type SiteId, sites, type TextRecognizerName } from '@redline/contracts';
import type { TextRecognizer } from '../clients/text-recognizer.ts';
import type { PageDetector } from './page-detector.ts';

/** Called after a recognizer has read a page, or has failed to. */
export type OnRead = (recognizer: TextRecognizerName, failure: { readonly error: unknown } | null) => void;

/**
 * Creates the detector of words on a page, in the languages of the site.
 * @param recognizers a page is read by the first of them that reads these languages and does not fail
 * @param onRead called after each reading, with its error if it failed
 */
export const textDetector = (recognizers: readonly TextRecognizer[], onRead: OnRead): PageDetector => ({
  name: 'text',
  findableTypes: ['OCR', 'AD', 'PORN', 'POLITICS', 'VIOLENCE'],
  isConfigured: async (site) => (await readersOf(recognizers, languagesOf(site))).length > 0,
  async detect(page, { scope }, signal) {
    const languages = languagesOf(scope.siteId);
    let failure: unknown = new Error('no recognizer reads the languages of the site');
    for (const recognizer of await readersOf(recognizers, languages)) {
      try {
        const lines = await recognizer.read(page, languages, signal);
        onRead(recognizer.name, null);
        return { lines, recognizers: [recognizer.name] };
      } catch (error) {
        signal.throwIfAborted();
        onRead(recognizer.name, { error });
        failure = error;
      }
    }
    throw failure;
  },
});

async function readersOf(
  recognizers: readonly TextRecognizer[],
  languages: readonly string[],
): Promise<readonly TextRecognizer[]> {
  const can = await Promise.all(recognizers.map(({ canRead }) => canRead(languages)));
  return recognizers.filter((_, index) => can[index]);
}

const languagesOf = (site: SiteId): readonly string[] =>
  sites.find(({ id }) => id === site)?.ocrLanguages ?? [];
