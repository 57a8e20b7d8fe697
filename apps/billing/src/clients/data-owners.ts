import { type DataOwner, erasureRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';

type Counts = Readonly<Record<string, number>>;

/**
 * Asks an owner of data to remove a part of what it has of an account.
 * @throws BusError if the owner does not answer
 */
export type EraseAtOwner = (
  owner: DataOwner,
  accountId: string,
) => Promise<{ readonly removed: Counts; readonly left: Counts }>;

/** Asks over the bus. */
export const eraserOver =
  (bus: Bus): EraseAtOwner =>
  (owner, accountId) =>
    call(bus, erasureRequests[owner], { accountId }, { requestId: `erase-${accountId}` });
