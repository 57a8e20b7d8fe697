import { type RecordStatus, type SubmissionKind, submissions } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';

/**
 * Asks the owner of a kind of records for their statuses; ids that it does not know are left out.
 * @throws BusError if the owner does not answer
 */
export type ReadStatuses = (
  kind: SubmissionKind,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, RecordStatus>>;

/** Asks over the bus. */
export const statusReader =
  (bus: Bus): ReadStatuses =>
  async (kind, ids) => {
    if (ids.length === 0) return new Map();
    const { records } = await call(bus, submissions[kind].requests.statuses, { ids: [...ids] });
    return new Map(records.map(({ id, status }) => [id, status]));
  };
