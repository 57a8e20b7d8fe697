import { sql, type Transaction } from 'kysely';

/** Planner settings and what they are by default (PostgreSQL manual, "Query Planning"). */
const settings = {
  enable_seqscan: { indexedOnly: 'off', freely: 'on' },
  enable_hashjoin: { indexedOnly: 'off', freely: 'on' },
  enable_mergejoin: { indexedOnly: 'off', freely: 'on' },
  // What has no index is read all the same, at a cost so high that it would be compiled first.
  jit: { indexedOnly: 'off', freely: 'on' },
  plan_cache_mode: { indexedOnly: 'force_generic_plan', freely: 'auto' },
} as const;

/** Options of a connection whose statements are planned by index only, and prepared ones once. */
export const indexedOnlyOptions = Object.entries(settings)
  .map(([name, { indexedOnly }]) => `-c ${name}=${indexedOnly}`)
  .join(' ');

/** Lets the planner choose again, until the transaction ends: for an audit that reads whole tables. */
export async function planFreely<DB>(trx: Transaction<DB>): Promise<void> {
  const set = Object.entries(settings).map(([name, { freely }]) => sql`set_config(${name}, ${freely}, true)`);
  await sql`select ${sql.join(set)}`.execute(trx);
}
