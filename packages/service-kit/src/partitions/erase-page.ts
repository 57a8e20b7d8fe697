import { type RawBuilder, sql } from 'kysely';

/** The records of a transaction that erases: at most `limit` of those with ids in a range, in the order of their ids. */
export interface ErasePage {
  /** The last record that was looked at before; records up to it are left out. */
  readonly after: string;
  readonly before: string;
  readonly limit: number;
  /** Whether only records of test keys are meant. */
  readonly ofTests?: boolean;
}

/**
 * Returns the condition that a row's id is in the range of a page. It says twice where the range ends: in bytes, as ids
 * tell their times, so that nothing younger is erased whatever collation the column has; and in that of the column, so
 * that the key leads to the rows. Where the two differ (Estonian), some are found later.
 */
export const isInPage = ({ after, before, ofTests = false }: ErasePage): RawBuilder<boolean> =>
  sql<boolean>`id > ${after} and id < ${before} and id collate "C" < ${before} ${ofTests ? sql`and ${isOfTests}` : sql``}`;

/** The tenant of a row is one of test keys (`isTestScope` of the contracts); word for word the condition of their indexes. */
const isOfTests = sql`tenant_id like '~%'`;
