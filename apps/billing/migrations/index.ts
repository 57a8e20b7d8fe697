import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration, publishedMigration } from '@redline/service-kit/outbox';
import { ledger } from './0002-ledger.ts';
import { ledgerGuards } from './0003-ledger-guards.ts';
import { reconciliation } from './0004-reconciliation.ts';
import { audits } from './0005-audits.ts';
import { ledgerPositions } from './0006-ledger-positions.ts';
import { accountErasures } from './0007-account-erasures.ts';
import { grantsOfAccount } from './0008-grants-of-account.ts';
import { lowCredits } from './0010-low-credits.ts';
import { statements } from './0011-statements.ts';
import { addressesOfMany } from './0012-addresses-of-many.ts';
import { signUpGrants } from './0013-sign-up-grants.ts';

export const migrations: Migrations = {
  '0001-inbox': outboxMigration,
  '0002-ledger': ledger,
  '0003-ledger-guards': ledgerGuards,
  '0004-reconciliation': reconciliation,
  '0005-audits': audits,
  '0006-ledger-positions': ledgerPositions,
  '0007-account-erasures': accountErasures,
  '0008-grants-of-account': grantsOfAccount,
  '0009-outbox-published': publishedMigration,
  '0010-low-credits': lowCredits,
  '0011-statements': statements,
  '0012-addresses-of-many': addressesOfMany,
  '0013-sign-up-grants': signUpGrants,
};
