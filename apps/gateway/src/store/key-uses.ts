import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from './tables.ts';

/** When keys were last used, kept in memory until it is written. */
export interface KeyUses {
  /** Notes that a key is used now. Costs a request nothing but an entry in a map. */
  readonly note: (keyId: string) => void;
  /** Writes what was noted since the last time. What could not be written is kept for the next time; then it rejects. */
  readonly write: () => Promise<void>;
}

export interface KeyUsesOptions {
  /** Stores the times of uses, in ms since 1970 by id of key, as {@link storeUses} does. */
  readonly store: (usedAtMs: ReadonlyMap<string, number>) => Promise<void>;
  readonly now: () => number;
  /** The maximum of keys that wait to be written; a use of one more is not noted. */
  readonly keysMax?: number;
}

/** The maximum of keys in one statement. */
const batchMax = 500;

/** Creates a memory of the uses of keys; each replica has its own. */
export function createKeyUses({ store, now, keysMax = 20_000 }: KeyUsesOptions): KeyUses {
  const noted = new Map<string, number>();
  return {
    note(keyId) {
      if (noted.size < keysMax || noted.has(keyId)) noted.set(keyId, now());
    },
    async write() {
      const due = [...noted];
      for (let first = 0; first < due.length; first += batchMax) {
        const batch = due.slice(first, first + batchMax);
        await store(new Map(batch));
        // A use that came meanwhile is newer than what was written.
        for (const [keyId, atMs] of batch) if (noted.get(keyId) === atMs) noted.delete(keyId);
      }
    },
  };
}

/**
 * A stored use that is younger than this is not written again, so a row changes three times a minute at most, however many
 * replicas there are.
 */
const freshSeconds = 20;

/**
 * Stores the last uses of keys in one statement. Rows are locked in the order of their ids, so that replicas which write
 * the same keys wait for each other and do not deadlock.
 * @param usedAtMs in ms since 1970, by id of key
 */
export async function storeUses(
  db: Kysely<GatewayTables>,
  usedAtMs: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = [...usedAtMs.keys()];
  const times = [...usedAtMs.values()].map((atMs) => new Date(atMs).toISOString());
  await sql`
    with due as materialized (
      select api_key.id, used.at
      from unnest(${ids}::text[], ${times}::timestamptz[]) as used (id, at)
      join api_key on api_key.id = used.id
      where api_key.last_used_at is null or api_key.last_used_at < used.at - make_interval(secs => ${freshSeconds})
      order by api_key.id
      for no key update of api_key
    )
    update api_key set last_used_at = due.at from due where api_key.id = due.id`.execute(db);
}
