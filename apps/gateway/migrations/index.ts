import type { Migrations } from '@redline/service-kit/db';
import { apiKeys } from './0001-api-keys.ts';
import { tenantScopes } from './0002-tenant-scopes.ts';
import { idempotency } from './0003-idempotency.ts';
import { rateCounts } from './0004-rate-counts.ts';
import { answersReadAgain } from './0005-answers-read-again.ts';
import { keyNames } from './0006-key-names.ts';
import { delegationUses } from './0007-delegation-uses.ts';

export const migrations: Migrations = {
  '0001-api-keys': apiKeys,
  '0002-tenant-scopes': tenantScopes,
  '0003-idempotency': idempotency,
  '0004-rate-counts': rateCounts,
  '0005-answers-read-again': answersReadAgain,
  '0006-key-names': keyNames,
  '0007-delegation-uses': delegationUses,
};
