import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration, publishedMigration } from '@redline/service-kit/outbox';
import { handedBackMigration } from '@redline/service-kit/records';
import { textChecks } from './0002-text-checks.ts';
import { textCheckCounts } from './0003-text-check-counts.ts';
import { customWords } from './0004-custom-words.ts';
import { wordBuckets } from './0005-word-buckets.ts';
import { wordings } from './0006-wordings.ts';
import { mainSite } from './0007-main-site.ts';
import { noticeDismissals } from './0008-notice-dismissals.ts';
import { rewrites } from './0009-rewrites.ts';
import { rewriteWriter } from './0010-rewrite-writer.ts';
import { textBatches } from './0011-text-batches.ts';
import { reader } from './0012-reader.ts';
import { deletedEvents } from './0015-deleted-events.ts';
import { accountRows } from './0016-account-rows.ts';
import { checkPartitions } from './0017-partitions.ts';
import { rewritesByCheck } from './0021-rewrites-by-check.ts';
import { partitionsOfTests, recordsOfTests } from './0022-records-of-tests.ts';

export const migrations: Migrations = {
  '0001-outbox': outboxMigration,
  '0002-text-checks': textChecks,
  '0003-text-check-counts': textCheckCounts,
  '0004-custom-words': customWords,
  '0005-word-buckets': wordBuckets,
  '0006-wordings': wordings,
  '0007-main-site': mainSite,
  '0008-notice-dismissals': noticeDismissals,
  '0009-rewrites': rewrites,
  '0010-rewrite-writer': rewriteWriter,
  '0011-text-batches': textBatches,
  '0012-reader': reader,
  '0013-outbox-published': publishedMigration,
  '0014-handed-back': handedBackMigration('text_checks', 'rewrites'),
  '0015-deleted-events': deletedEvents,
  '0016-account-rows': accountRows,
  '0017-prepare-partitions': checkPartitions.prepare,
  '0018-ids-by-bytes': checkPartitions.sortByBytes,
  '0019-indexes-by-bytes': checkPartitions.index,
  '0020-attach-partitions': checkPartitions.attach,
  '0021-rewrites-by-check': rewritesByCheck,
  '0022-partitions-of-tests': partitionsOfTests,
  '0023-records-of-tests': recordsOfTests,
};
