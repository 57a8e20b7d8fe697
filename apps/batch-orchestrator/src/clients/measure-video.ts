import { type Issue, videoRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';

export interface DeclaredVideo {
  readonly url: string;
  readonly sizeMb: number;
}

/**
 * Compares the file of a video with its declaration.
 * @returns what is wrong with which field; empty if nothing is
 * @throws BusError if the media engine does not answer
 */
export type MeasureVideo = (
  video: DeclaredVideo,
  limits: { readonly deadlineMs: number; readonly requestId: string },
) => Promise<readonly Issue[]>;

/** Creates the function that has videos measured by the media engine. */
export const videoMeasurer =
  (bus: Bus): MeasureVideo =>
  async ({ url: videoUrl, sizeMb: videoSize }, { deadlineMs, requestId }) => {
    const reply = await call(bus, videoRequests.measure, { videoUrl, videoSize, deadlineMs }, { requestId });
    if (reply.outcome === 'fits') return [];
    // A media engine of the last release names no field.
    return reply.issues ?? [{ path: '', message: reply.message }];
  };
