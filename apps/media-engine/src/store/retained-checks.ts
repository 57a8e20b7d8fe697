import { idPrefixes, testLimits } from '@redline/contracts';
import { ofTestKeys, type RetainedRecords } from '@redline/service-kit/partitions';
import { checkKinds } from './check-kinds.ts';
import { eraseExpiredChecks } from './erase-expired-checks.ts';
import type { Tables } from './tables.ts';

/** How many days checks are kept, by kind; null for ever. */
export type RetentionDays = Readonly<Record<keyof typeof checkKinds, number | null>>;

/**
 * Returns both kinds of checks as records that are kept for so many days, and those of test keys.
 * @param cdnHost base URL of uploads, without a slash at its end
 */
export const retainedChecks = (days: RetentionDays, cdnHost: string): readonly RetainedRecords<Tables>[] =>
  (['image', 'video'] as const).flatMap((name) => {
    const checks: RetainedRecords<Tables> = {
      table: checkKinds[name].table,
      idPrefix: idPrefixes[name],
      isPartitioned: false,
      retentionDays: days[name],
      erase: (trx, page) => eraseExpiredChecks(trx, checkKinds[name], page, cdnHost),
    };
    return [checks, ofTestKeys(checks, testLimits.recordsKeptDays)];
  });
