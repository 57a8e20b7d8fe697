import { type erasureRequests, idPrefixes, leftCountMax } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { RetainedRecords } from '@redline/service-kit/partitions';
import { eraseAccountHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import {
  accountRows,
  deleteEmptied,
  eraseExpired,
  markAccountDeleted,
  sweepDeleted,
} from '../store/erase.ts';
import type { Tables } from '../store/tables.ts';

/**
 * Erases what this service has of an account: its endpoints get nothing more at once, then their deliveries go, then they.
 */
export const eraseAccount = ({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): RequestHandler<(typeof erasureRequests)['webhooks']> =>
  eraseAccountHandler(db, {
    countedMax: leftCountMax,
    planOf: () => ({
      steps: [
        {
          ...accountRows.endpoints,
          async remove(accountId) {
            await markAccountDeleted(db, accountId, now());
            // They are counted when their rows go.
            return 0;
          },
        },
        accountRows.deliveries,
        { ...accountRows.deleted, remove: (accountId, limit) => deleteEmptied(db, accountId, limit) },
      ],
    }),
  });

const sweptMax = 1_000;
/** A million deliveries in one turn. */
const sweepsMax = 1_000;

/** Returns one turn of erasing endpoints that their owners have deleted, with their deliveries. */
export const createErasing =
  ({ db }: Pick<Deps, 'db'>) =>
  async (signal: AbortSignal): Promise<void> => {
    for (let turn = 0; turn < sweepsMax && !signal.aborted; turn++) {
      if ((await sweepDeleted(db, sweptMax)) === 0) return;
    }
  };

/** Deliveries as retention takes them. */
export const retainedDeliveries = (retentionDays: number): readonly RetainedRecords<Tables>[] => [
  {
    table: 'webhook_deliveries',
    idPrefix: idPrefixes.webhookDelivery,
    isPartitioned: false,
    retentionDays,
    erase: eraseExpired,
  },
];
