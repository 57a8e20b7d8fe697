import type { Ask } from '../../domain/detection.ts';
import type { Sighting } from '../../domain/pictures/detections.ts';

/**
 * Asks a vision model which of the pack's labels a picture shows.
 * @param path of a JPEG
 * @throws ModelFault; Error where the labels could not be asked for
 */
export type See = (path: string, ask: Ask, signal: AbortSignal) => Promise<readonly Sighting[]>;
