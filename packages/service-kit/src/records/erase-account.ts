import type { Kysely } from 'kysely';
import { type RemovalPlan, type RowCounts, removeAccountRows } from '../db/index.ts';
import type { Logger } from '../log/index.ts';

interface Context {
  readonly requestId: string;
  readonly log: Logger;
}

/** Removed in one step of a request: a batch that holds its locks for some milliseconds. */
const rowsMax = 500;

/**
 * Answers a request to erase an account: removes a bounded part of what this service has of it and says what is left. To
 * be asked again until nothing is.
 * @param options.planOf returns what is to be removed, and how; it gets the request's context
 * @param options.countedMax up to which rows that are left are counted
 * @param options.onRemoved called after a part of which anything was removed
 */
export const eraseAccountHandler =
  <DB, C extends Context>(
    db: Kysely<DB>,
    options: {
      readonly planOf: (context: C) => RemovalPlan;
      readonly countedMax: number;
      readonly onRemoved?: () => void;
    },
  ) =>
  async (
    { accountId }: { readonly accountId: string },
    context: C,
  ): Promise<{ readonly removed: RowCounts; readonly left: RowCounts }> => {
    const limits = { rows: rowsMax, counted: options.countedMax };
    const part = await removeAccountRows(db, accountId, options.planOf(context), limits);
    if (Object.keys(part.removed).length > 0) {
      context.log.info({ accountId, ...part }, 'removed a part of an account that is being erased');
      options.onRemoved?.();
    }
    return part;
  };
