import {
  batchRequests,
  imageRequests,
  reportRequests,
  textRequests,
  videoRequests,
} from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { RecordSource } from '../domain/event-of.ts';

/** Reads a record as its GET gives it; null if it is gone. @throws BusError if its owner does not answer */
export type ReadRecord = (source: RecordSource) => Promise<Readonly<Record<string, unknown>> | null>;

const owners = {
  text: textRequests,
  image: imageRequests,
  video: videoRequests,
  batch: batchRequests,
} as const;

/** Asks the owners of records. */
export const recordReader =
  (bus: Bus): ReadRecord =>
  async ({ kind, id, scope }) => {
    if (kind === 'report') {
      const answer = await call(bus, reportRequests.latest, { scope, videoCheckId: id });
      return answer.outcome === 'found' ? answer.report : null;
    }
    const answer = await call(bus, owners[kind].get, { scope, id });
    return answer.outcome === 'found' ? answer.record : null;
  };
