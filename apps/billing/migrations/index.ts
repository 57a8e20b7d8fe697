import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration } from '@redline/service-kit/outbox';
import { ledger } from './0002-ledger.ts';
import { ledgerGuards } from './0003-ledger-guards.ts';
import { reconciliation } from './0004-reconciliation.ts';
import { audits } from './0005-audits.ts';
import { ledgerPositions } from './0006-ledger-positions.ts';

export const migrations: Migrations = {
  '0001-inbox': outboxMigration,
  '0002-ledger': ledger,
  '0003-ledger-guards': ledgerGuards,
  '0004-reconciliation': reconciliation,
  '0005-audits': audits,
  '0006-ledger-positions': ledgerPositions,
};
