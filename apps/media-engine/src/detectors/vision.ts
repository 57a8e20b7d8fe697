import { readFile } from 'node:fs/promises';
import type { Look } from '@redline/ai';
import type { Labels } from '../clients/text-engine.ts';
import type { Ask } from '../domain/detection.ts';
import { isWanted } from '../domain/images/asked.ts';
import { isForEyes, type Sighting } from '../domain/images/detections.ts';

/**
 * Asks a vision model which of the pack's labels a picture shows.
 * @param path of a JPEG
 * @throws ModelFault; BusError or Error where the labels could not be asked for; the signal's reason when that ended it
 */
export type See = (path: string, ask: Ask, signal: AbortSignal) => Promise<readonly Sighting[]>;

/** What the model says beyond the labels is dropped by `look`; what a label means is the pack's word, never the model's. */
export const seeWithModel = (look: Look, labels: Labels): See => {
  return async (path, ask, signal) => {
    const known = await labels(ask.scope.siteId, ask.requestId);
    signal.throwIfAborted();
    const offered = known.filter(({ label, types }) => isForEyes(label) && isWanted(types, ask.types));
    const seen = await look({
      picture: { mediaType: 'image/jpeg', bytes: await readFile(path) },
      labels: offered.map(({ label, about }) => ({ label, about })),
    });
    return seen.map((label) => ({ detector: 'vision', label, words: null }));
  };
};
