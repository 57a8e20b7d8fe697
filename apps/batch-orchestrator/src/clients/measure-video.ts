import { videoRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';

export interface DeclaredVideo {
  readonly url: string;
  readonly sizeMb: number;
}

/**
 * Compares the file of a video with its declaration.
 * @returns what is wrong with it, null if nothing is
 * @throws BusError if the media engine does not answer
 */
export type MeasureVideo = (
  video: DeclaredVideo,
  limits: { readonly deadlineMs: number; readonly requestId: string },
) => Promise<string | null>;

/** Creates the function that has videos measured by the media engine. */
export const videoMeasurer =
  (bus: Bus): MeasureVideo =>
  async ({ url: videoUrl, sizeMb: videoSize }, { deadlineMs, requestId }) => {
    const reply = await call(bus, videoRequests.measure, { videoUrl, videoSize, deadlineMs }, { requestId });
    return reply.outcome === 'fits' ? null : reply.message;
  };
