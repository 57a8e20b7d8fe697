import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** What a constraint of one table cannot say: the past does not change, and what was refunded is never charged. */
export const ledgerGuards: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
    for (const table of ['entries', 'charge_lines', 'refunds']) {
      await sql
        .raw(`create trigger ${table}_append_only before update or delete or truncate on ${table}
          for each statement execute function refuse_change()`)
        .execute(db);
    }
  },
};

const statements = [
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: a correction is a new row', tg_table_name
        using errcode = 'restrict_violation';
    end $$`,

  // A function's query sees what was committed while the statement waited for its lock; the statement itself does not.
  `create function refuse_refunded_line() returns trigger language plpgsql as $$
    begin
      if exists (select from refunds where line_id in (new.line_id, new.charge_id)) then
        raise exception '% was refunded before it was charged', new.line_id
          using errcode = 'check_violation', constraint = 'charge_lines_not_refunded_before';
      end if;
      return new;
    end $$`,
  `create trigger charge_lines_not_refunded_before before insert on charge_lines
    for each row execute function refuse_refunded_line()`,
];
