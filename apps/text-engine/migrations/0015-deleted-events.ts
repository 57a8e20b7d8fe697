import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Writes the deleted events of checks that were deleted before there were such events, and of which a batch may have a
 * copy.
 */
export const deletedEvents: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into outbox (id, subject, payload, headers)
      select gen_random_uuid()::text, 'event.text.check.deleted', json_strip_nulls(json_build_object('version', 1, 'id', id,
        'scope', json_build_object('accountId', account_id, 'siteId', site_id, 'tenantId', tenant_id),
        'occurredAt', to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'batchId', batch_id)),
        '{}'
      from text_checks where deleted_at is not null and batch_id is not null`.execute(db);
  },
};
