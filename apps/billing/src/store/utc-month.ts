import { type RawBuilder, sql } from 'kysely';

/** Builds the calendar month (UTC) of a time, as the date of its first day. */
export const utcMonth = (at: RawBuilder<unknown>) => sql`date_trunc('month', ${at} at time zone 'UTC')::date`;
