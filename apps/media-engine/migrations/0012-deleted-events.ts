import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Writes the deleted events of checks that were deleted before there were such events, and of which copies may be: in a
 * batch, or, of a video of the main site, in reports.
 */
export const deletedEvents: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into outbox (id, subject, payload, headers)
      select gen_random_uuid()::text, 'event.media.image.deleted', json_strip_nulls(json_build_object('version', 1, 'id', id,
        'scope', json_build_object('accountId', account_id, 'siteId', site_id, 'tenantId', tenant_id),
        'occurredAt', to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'batchId', batch_id)),
        '{}'
      from image_checks where deleted_at is not null and batch_id is not null`.execute(db);
    await sql`
      insert into outbox (id, subject, payload, headers)
      select gen_random_uuid()::text, 'event.media.video.deleted', json_strip_nulls(json_build_object('version', 1, 'id', id,
        'scope', json_build_object('accountId', account_id, 'siteId', site_id, 'tenantId', tenant_id),
        'occurredAt', to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'batchId', batch_id)),
        '{}'
      from video_checks where deleted_at is not null
        and (batch_id is not null or site_id = 'main')`.execute(db);
  },
};
