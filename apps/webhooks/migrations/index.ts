import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration } from '@redline/service-kit/outbox';
import { endpoints } from './0002-endpoints.ts';

export const migrations: Migrations = {
  '0001-inbox': outboxMigration,
  '0002-endpoints': endpoints,
};
