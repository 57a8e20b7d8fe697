import type { KnownBreak } from './check-migrations.ts';

const checkAtOnce =
  'the check of the column comes with it and is validated at once; the constant default alone would read nothing';

const handedBack = (app: string, migration: string, ...tables: readonly string[]): readonly KnownBreak[] =>
  tables.map((on) => ({ app, migration, rule: 'blocking-scan', on, reason: checkAtOnce }));

const inText = (migration: string, rule: KnownBreak['rule'], on: string, reason: string): KnownBreak => ({
  app: 'text-engine',
  migration,
  rule,
  on,
  reason,
});

/**
 * Migrations that were written before there were rules. They stay as they are, since they have run. None is ever added:
 * a newer migration that has to break a rule says so itself, in `breaks`.
 */
export const knownBreaks: readonly KnownBreak[] = [
  ...handedBack('batch-orchestrator', '0005-handed-back', 'batches'),
  ...handedBack('media-engine', '0010-handed-back', 'image_checks', 'video_checks'),
  ...handedBack('report', '0004-handed-back', 'reports'),
  ...handedBack('text-engine', '0014-handed-back', 'text_checks', 'rewrites'),
  {
    app: 'media-engine',
    migration: '0008-forgotten-uploads',
    rule: 'blocking-scan',
    on: 'uploads',
    reason: 'an index that is built while nobody can upload; there was no other way yet',
  },
  inText(
    '0005-word-buckets',
    'blocking-scan',
    'custom_words',
    'an index built under the lock of the new column',
  ),
  inText(
    '0005-word-buckets',
    'blocking-scan',
    'word_scopes',
    'counts are copied under the lock of the new column',
  ),
  inText(
    '0005-word-buckets',
    'unfilled-column',
    'custom_words.bucket',
    'the default goes in the step that adds it: an older text-engine cannot add words after it',
  ),
  inText(
    '0006-wordings',
    'row-locks',
    'text_checks',
    'every finished check is written anew in one transaction',
  ),
  inText(
    '0007-main-site',
    'blocking-scan',
    'text_checks',
    'three checks are validated and an index is built at once',
  ),
  inText(
    '0007-main-site',
    'blocking-scan',
    'text_check_counts',
    'the key is built anew with two more columns',
  ),
  inText(
    '0007-main-site',
    'removed-key',
    'text_check_counts (account_id, site_id, tenant_id, shard)',
    'the key is swapped in one step: `on conflict` of an older text-engine fails after it',
  ),
];
