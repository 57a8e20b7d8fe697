import type { AccountRows } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** The condition of checks that are in their scope's list. */
export const isListed = sql<boolean>`deleted_at is null`;

const hasCheck = sql<boolean>`exists (select from text_checks where text_checks.id = rewrites.check_id)`;

/** The rows of an account, in parts that an index finds. */
export const accountRows = {
  listedChecks: { table: 'text_checks', condition: isListed },
  deletedChecks: { table: 'text_checks', condition: sql<boolean>`deleted_at is not null` },
  /** Also one whose check is gone, which nobody could end any more. */
  endedRewrites: { table: 'rewrites', condition: sql<boolean>`(status <> 'processing' or not ${hasCheck})` },
  runningRewrites: { table: 'rewrites', condition: sql<boolean>`(status = 'processing' and ${hasCheck})` },
  words: { table: 'custom_words' },
  wordBuckets: { table: 'word_buckets' },
  wordScopes: { table: 'word_scopes' },
  wordAccounts: { table: 'word_accounts' },
  dismissals: { table: 'notice_dismissals' },
  counts: { table: 'text_check_counts' },
} as const satisfies Readonly<Record<string, AccountRows>>;
