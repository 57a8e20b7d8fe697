import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * An answer that has content of a record is kept as its status alone, and its record read again. Bodies of older rows go
 * with their rows, within a day, and are not sent any more. A gateway of an older version takes a row without a body
 * over when its lease is over, under the same operation id.
 */
export const answersReadAgain: ForwardMigration = {
  breaks: [
    {
      rule: 'removed-constraint',
      on: 'idempotency.idempotency_check',
      reason: 'a check, which no statement names; what the last release writes holds the new one as well',
    },
  ],
  async up(db: Kysely<unknown>) {
    await sql`alter table idempotency drop constraint idempotency_check`.execute(db);
    // Not valid: rows are not read for it; they hold it already.
    await sql`alter table idempotency add constraint a_body_has_a_status
      check (body is null or status is not null) not valid`.execute(db);
  },
};
