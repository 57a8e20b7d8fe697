import { sql } from 'kysely';
import type { Db } from './tables.ts';

type Counts = Readonly<Record<string, number>>;

const rowsMax = 500;

/**
 * Removes the organisation of an account with its memberships, the people who are then in none, and what was done in its
 * name; of the audit log a bounded part.
 * @returns the rows removed, and whether there may be more
 */
export async function eraseOrganization(
  db: Db,
  accountId: string,
): Promise<{ readonly removed: Counts; readonly left: Counts }> {
  const removed = await db.transaction().execute(async (trx) => {
    const users = await sql`delete from "user" u where exists (
        select from "member" m join "organization" o on o.id = m."organizationId"
        where m."userId" = u.id and o."accountId" = ${accountId})
      and not exists (
        select from "member" m join "organization" o on o.id = m."organizationId"
        where m."userId" = u.id and o."accountId" <> ${accountId})`.execute(trx);
    const organizations = await trx
      .deleteFrom('organization')
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    const entries = await sql`delete from audit_log where id in (
      select id from audit_log where account_id = ${accountId} limit ${rowsMax})`.execute(trx);
    return {
      user: Number(users.numAffectedRows ?? 0n),
      organization: Number(organizations.numDeletedRows),
      audit_log: Number(entries.numAffectedRows ?? 0n),
    };
  });
  return {
    removed: withoutZeros(removed),
    left: withoutZeros({ audit_log: removed.audit_log === rowsMax ? 1 : 0 }),
  };
}

const withoutZeros = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
