import type { ImageProcess } from '../clients/images/image-process.ts';
import type { PageDetector } from './page-detector.ts';

/** Creates the detector of QR codes and barcodes, and of what they say. */
export const codesDetector = (imageProcess: Pick<ImageProcess, 'call'>): PageDetector => ({
  name: 'codes',
  findableTypes: ['OCR', 'AD'],
  isConfigured: () => true,
  detect: async ({ pixels }, _request, signal) => ({
    codes: await imageProcess.call('codes', { pixels }, signal),
  }),
});
