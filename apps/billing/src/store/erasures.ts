import { planAnew } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';
import type { ErasureProgress, StoredErasure } from '../domain/erasure.ts';
import { lockAccount } from './lock-account.ts';
import type { Db, Tables } from './tables.ts';

const columns = sql`account_id as "accountId", asked_by as "askedBy", asked_at as "askedAt", services,
  charges_until as "chargesUntil", finished_at as "finishedAt"`;

/** Returns the erasure of an account; undefined if it has none. */
export async function findErasure(db: Kysely<Tables>, accountId: string): Promise<StoredErasure | undefined> {
  const { rows } = await sql<StoredErasure>`${planAnew}
    select ${columns} from account_erasures where account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** The address of a closed account: the column must have one, and no two the same. */
const erasedEmail = (accountId: string) => `${accountId}@erased.invalid`;

/**
 * Closes an account and begins its erasure, once: its address is replaced, its credits end now, it has no plan any more.
 * Grants are kept, since the ledger is made of them.
 * @returns the erasure, also one that began earlier; undefined if there is no such account
 */
export function beginErasure(
  db: Db,
  { accountId, operator }: { readonly accountId: string; readonly operator: string },
  now: Date,
): Promise<{ readonly erasure: StoredErasure; readonly isNew: boolean } | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId);
    const inserted = await sql`${planAnew}
      insert into account_erasures (account_id, asked_by, asked_at, due_at)
      select id, ${operator}, ${now}, ${now} from accounts where id = ${accountId}
      on conflict do nothing`.execute(trx);
    const isNew = inserted.numAffectedRows === 1n;
    if (isNew) {
      await sql`${planAnew}
        update accounts set closed_at = ${now}, email = ${erasedEmail(accountId)} where id = ${accountId}`.execute(
        trx,
      );
      await sql`${planAnew}
        update grants set expires_at = ${now}
        where account_id = ${accountId} and open and (expires_at is null or expires_at > ${now})`.execute(
        trx,
      );
      await sql`${planAnew} delete from subscriptions where account_id = ${accountId}`.execute(trx);
    }
    const erasure = await findErasure(trx, accountId);
    return erasure && { erasure, isNew };
  });
}

/** Takes the erasure whose turn is due, for so long; undefined if none is. A replica that dies gives it back by that. */
export async function claimErasure(
  db: Db,
  { now, forMs }: { readonly now: Date; readonly forMs: number },
): Promise<StoredErasure | undefined> {
  const { rows } = await sql<StoredErasure>`${planAnew}
    update account_erasures set due_at = ${new Date(now.getTime() + forMs)}
    where account_id = (select account_id from account_erasures
      where finished_at is null and due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${columns}`.execute(db);
  return rows[0];
}

/** Stores how far an erasure is, and when its next turn is due. */
export async function saveErasure(
  db: Db,
  accountId: string,
  state: {
    readonly services: ErasureProgress;
    readonly chargesUntil: string | null;
    readonly dueAt: Date;
    readonly finishedAt: Date | null;
  },
): Promise<void> {
  await sql`${planAnew}
    update account_erasures set services = ${JSON.stringify(state.services)}::json,
      charges_until = ${state.chargesUntil}, due_at = ${state.dueAt}, finished_at = ${state.finishedAt}
    where account_id = ${accountId}`.execute(db);
}

/**
 * Clears the tenant, a name of the customer's own, from the next charges of a closed account, oldest first.
 * @param after the last charge that was looked at; null for the first
 * @returns the last one that was looked at now, null if there was none, and how many had a tenant
 */
export async function clearTenants(
  db: Db,
  accountId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly last: string | null; readonly cleared: number }> {
  const { rows } = await sql<{ last: string | null; cleared: number }>`${planAnew}
    with page as (
      select id, created_at from charges
      where account_id = ${accountId}
        ${after === null ? sql`` : sql`and (created_at, id) > (select created_at, id from charges where id = ${after})`}
      order by created_at, id limit ${limit}::bigint
    ), cleared as (
      update charges set tenant_id = '' where id in (select id from page) and tenant_id <> '' returning id
    )
    select (select id from page order by created_at desc, id desc limit 1) as last,
      (select count(*)::int from cleared) as cleared`.execute(db);
  return rows[0] ?? { last: null, cleared: 0 };
}
