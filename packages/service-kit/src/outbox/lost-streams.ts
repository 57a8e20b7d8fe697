import { type Kysely, sql } from 'kysely';
import type { StreamIds } from './streams.ts';
import type { OutboxTables } from './tables.ts';

/**
 * Moves messages back into the outbox, in their order, that went to a stream which is gone; those that it would have
 * discarded by now are deleted. Relays may do it side by side: each moves other rows.
 * @param keptMs how long each stream keeps a message, by name
 * @returns the number of rows that are done with, at most `limit`; fewer than that means that none are left
 */
export async function takeBackLost<DB extends OutboxTables>(
  db: Kysely<DB>,
  streams: StreamIds,
  keptMs: Readonly<Record<string, number>>,
  limit: number,
): Promise<number> {
  let done = 0;
  for (const [name, id] of streams) {
    if (done >= limit) break;
    const { rows } = await sql<{ count: number }>`
      with lost as (
        delete from outbox_published where (stream_id, position) in (
          select p.stream_id, p.position from outbox_streams s, lateral (
            select stream_id, position from outbox_published where stream_id = s.id
            order by position limit ${limit - done} for update skip locked) p
          where s.name = ${name} and s.id <> ${id}
          limit ${limit - done})
        returning *
      ), back as (
        insert into outbox (id, subject, payload, headers)
        select id, subject, payload, headers from lost
        where published_at > now() - ${keptMs[name] ?? 0}::float8 * interval '1 ms'
        order by stream_id, position
      )
      select count(*)::int as count from lost`.execute(db);
    done += rows[0]?.count ?? 0;
  }
  return done;
}

/**
 * Deletes messages that their stream no longer holds.
 * @param keptMs how long each stream keeps a message, by name
 * @returns the number of deleted rows, at most `limit` for each stream
 */
export async function cleanPublished<DB extends OutboxTables>(
  db: Kysely<DB>,
  keptMs: Readonly<Record<string, number>>,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox_published where (stream_id, position) in (
      select p.stream_id, p.position
      from outbox_streams s
      join unnest(${Object.keys(keptMs)}::text[], ${Object.values(keptMs)}::float8[]) as kept (name, ms) using (name),
      -- The oldest rows, of which those go that are too old: a condition inside would look for them in the whole table.
      lateral (
        select stream_id, position, published_at from outbox_published where stream_id = s.id
        order by position limit ${limit}) p
      where p.published_at < now() - kept.ms * interval '1 ms')`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
