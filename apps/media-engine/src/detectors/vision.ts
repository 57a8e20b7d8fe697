import { readFile } from 'node:fs/promises';
import type { LabelPicture } from '@redline/ai';
import type { ListLabels } from '../clients/text-engine.ts';
import { isForVisionModel, isWanted } from '../domain/images/detections.ts';
import type { PageDetector } from './page-detector.ts';

/**
 * Creates the detector that asks a vision model which labels of the site's pack apply to a page. An answer that is no
 * such label is dropped by `labelPicture`; the meaning of a label is defined by the pack, never by the model.
 * @param labelPicture null if no vision model is configured
 */
export const visionDetector = (labelPicture: LabelPicture | null, listLabels: ListLabels): PageDetector => ({
  name: 'vision',
  findableTypes: null,
  isConfigured: () => labelPicture !== null,
  async detect({ preview }, { scope, requestId, types }, signal) {
    if (!labelPicture) throw new Error('no vision model is configured');
    const known = await listLabels(scope.siteId, requestId);
    signal.throwIfAborted();
    const offered = known.filter((one) => isForVisionModel(one.label) && isWanted(one.types, types));
    const found = await labelPicture({
      picture: { mediaType: 'image/jpeg', bytes: await readFile(preview) },
      labels: offered.map(({ label, about }) => ({ label, about })),
    });
    return { labels: found.map((label) => ({ detector: 'vision', label, words: null })) };
  },
});
