import { anyMainVideoCheckRecord, mainSite, type Scope, videoRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';

export type VideoCheck = z.output<typeof anyMainVideoCheckRecord>;

/** Reads a check of the main site; undefined if its scope has none. @throws BusError if the media engine does not answer */
export type ReadVideoCheck = (scope: Scope, id: string, requestId: string) => Promise<VideoCheck | undefined>;

/** Asks the media engine. */
export const videoCheckReader =
  (bus: Bus): ReadVideoCheck =>
  async (scope, id, requestId) => {
    const asked = { scope, id, locale: mainSite.locales[0] };
    const answer = await call(bus, videoRequests.get, asked, { requestId });
    return answer.outcome === 'found' ? anyMainVideoCheckRecord.parse(answer.record) : undefined;
  };
