import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Makes the counters of each account's uploads: files and bytes that are stored or being received, and those that forms posted to the store
 * directly may still bring. Triggers count, whatever statement changes a row, so the count is exact and no reservation
 * outlives its row: that of an upload ends with its claim, that of a form with its policy. One row for each account,
 * because its lock is what makes two uploads see each other; a change is an update in place.
 *
 * Uploads wait while the present ones are counted: those of a month, from one index.
 */
export const uploadUsage: ForwardMigration = {
  breaks: (['uploads', 'upload_policies'] as const).map((on) => ({
    rule: 'blocking-scan' as const,
    on,
    reason:
      'the present uploads are counted in the moment in which the triggers begin, or some would count twice; one statement over those of a month, and no longer than 15 s',
  })),
  async up(db: Kysely<unknown>) {
    await sql`create table upload_usage (
      account_id text primary key,
      files bigint not null default 0,
      bytes bigint not null default 0,
      direct_files bigint not null default 0,
      direct_bytes bigint not null default 0
    ) with (fillfactor = 50)`.execute(db);
    await sql`alter table uploads add column reserved_bytes bigint check (reserved_bytes >= 0)`.execute(db);
    await sql`alter table upload_policies add column direct_bytes bigint check (direct_bytes >= 0)`.execute(
      db,
    );
    // In the order of the key, so that two changes wait for one another and never in a circle.
    await sql`create function count_upload() returns trigger language plpgsql as $$
      begin
        insert into upload_usage as usage (account_id, files, bytes)
        select account_id, sum(files), sum(bytes)
        from (
          select old.account_id, -1 as files, -coalesce(old.size_bytes, old.reserved_bytes, 0) as bytes
          where tg_op <> 'INSERT' and old.purged_at is null
          union all
          select new.account_id, 1, coalesce(new.size_bytes, new.reserved_bytes, 0)
          where tg_op <> 'DELETE' and new.purged_at is null
        ) changes
        group by account_id
        having sum(files) <> 0 or sum(bytes) <> 0
        order by account_id
        on conflict (account_id) do update set
          files = usage.files + excluded.files, bytes = usage.bytes + excluded.bytes;
        return null;
      end
    $$`.execute(db);
    await sql`create function count_direct_form() returns trigger language plpgsql as $$
      begin
        insert into upload_usage as usage (account_id, direct_files, direct_bytes)
        select account_id, sum(files), sum(bytes)
        from (
          select old.account_id, -1 as files, -old.direct_bytes as bytes
          where tg_op <> 'INSERT' and old.direct_bytes is not null
          union all
          select new.account_id, 1, new.direct_bytes
          where tg_op <> 'DELETE' and new.direct_bytes is not null
        ) changes
        group by account_id
        having sum(files) <> 0 or sum(bytes) <> 0
        order by account_id
        on conflict (account_id) do update set
          direct_files = usage.direct_files + excluded.direct_files,
          direct_bytes = usage.direct_bytes + excluded.direct_bytes;
        return null;
      end
    $$`.execute(db);
    await sql`create trigger count_uploads after insert or delete
      or update of account_id, size_bytes, reserved_bytes, purged_at on uploads
      for each row execute function count_upload()`.execute(db);
    await sql`create trigger count_direct_forms after insert or delete or update of direct_bytes on upload_policies
      for each row execute function count_direct_form()`.execute(db);
    await sql`insert into upload_usage (account_id, files, bytes)
      select account_id, count(*), coalesce(sum(size_bytes), 0) from uploads
      where purged_at is null group by account_id`.execute(db);
  },
};
