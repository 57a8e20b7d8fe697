import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * A key has a name, a last use, and the key that a re-roll made in its place. A gateway of the last release names none of
 * these columns: keys that it makes have the name by default. It knows the end of a re-rolled key too, since that is its
 * `expires_at`.
 */
export const keyNames: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table api_key
      add column name text not null default 'API key',
      add column last_used_at timestamptz,
      add column rerolled_to text`.execute(db);
    // Not valid: rows are not read for it; they have the default.
    await sql`alter table api_key add constraint a_name_has_80_characters
      check (char_length(name) between 1 and 80) not valid`.execute(db);
  },
};
