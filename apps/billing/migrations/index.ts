import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration } from '@redline/service-kit/outbox';
import { ledger } from './0002-ledger.ts';
import { ledgerGuards } from './0003-ledger-guards.ts';
import { reconciliation } from './0004-reconciliation.ts';

export const migrations: Migrations = {
  '0001-inbox': outboxMigration,
  '0002-ledger': ledger,
  '0003-ledger-guards': ledgerGuards,
  '0004-reconciliation': reconciliation,
};
