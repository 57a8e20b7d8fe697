import type { ImageProcess } from '../clients/images/image-process.ts';
import { isNuditySuspected, nudityLabel } from '../domain/images/nudity.ts';
import type { PageDetector } from './page-detector.ts';

/** Creates the detector of nudity, a small classifier. It is often wrong, so its label only asks for a review. */
export const nudityDetector = (imageProcess: Pick<ImageProcess, 'call'>): PageDetector => ({
  name: 'nudity',
  findableTypes: ['PORN'],
  isConfigured: () => true,
  async detect({ pixels }, _request, signal) {
    const isSuspected = isNuditySuspected(await imageProcess.call('nudity', { pixels }, signal));
    return { labels: isSuspected ? [{ detector: 'nudity', label: nudityLabel, words: null }] : [] };
  },
});
