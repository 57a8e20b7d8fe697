import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration, publishedMigration } from '@redline/service-kit/outbox';
import { handedBackMigration } from '@redline/service-kit/records';
import { reports } from './0002-reports.ts';
import { deletedChecks } from './0005-deleted-checks.ts';
import { reportsOfCheck } from './0006-reports-of-check.ts';
import { accountRows } from './0007-account-rows.ts';
import { recordsOfTests } from './0008-records-of-tests.ts';

export const migrations: Migrations = {
  '0001-outbox': outboxMigration,
  '0002-reports': reports,
  '0003-outbox-published': publishedMigration,
  '0004-handed-back': handedBackMigration('reports'),
  '0005-deleted-checks': deletedChecks,
  '0006-reports-of-check': reportsOfCheck,
  '0007-account-rows': accountRows,
  '0008-records-of-tests': recordsOfTests,
};
