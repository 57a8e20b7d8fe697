import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Checks that their clients have deleted, until all their reports are erased. The row of an erased report stays without
 * content, since billing compares its charges with the states of records.
 */
export const deletedChecks: ForwardMigration = {
  breaks: [
    {
      rule: 'removed-constraint',
      on: 'reports.completed_needs_no_findings',
      reason: 'a check, which no statement names; what the last release writes holds the new one as well',
    },
  ],
  async up(db: Kysely<unknown>) {
    await sql`create table deleted_checks (
      video_check_id text primary key,
      deleted_at timestamptz(3) not null default now()
    )`.execute(db);
    await sql`create index deleted_checks_by_age on deleted_checks (deleted_at)`.execute(db);
    await sql`alter table reports add column deleted_at timestamptz(3)`.execute(db);
    await sql`alter table reports drop constraint completed_needs_no_findings`.execute(db);
    // Not valid: rows are not read for it; the constraint before it holds the same of them.
    await sql`alter table reports add constraint findings_until_the_end
      check ((status = 'completed' or deleted_at is not null) = (findings is null)) not valid`.execute(db);
  },
};
