import { randomUUID } from 'node:crypto';
import { idPrefixes, type MemberRole } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import type { Db } from './tables.ts';

/** An organisation, as one of its members sees it. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly accountId: string;
  /** False until billing has the account. */
  readonly isOpened: boolean;
}

/** The maximum of organisations that are listed of a person. */
const listedMax = 100;

/** Lists the organisations of a person, the oldest membership first. */
export async function listMemberships(db: Db, userId: string): Promise<readonly Membership[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['organization.id', 'organization.name', 'member.role', 'organization.accountId'])
    .select('organization.accountOpenedAt')
    .where('member.userId', '=', userId)
    .orderBy('member.createdAt')
    .orderBy('member.id')
    .limit(listedMax)
    .execute();
  return rows.map(({ accountOpenedAt, ...row }) => ({ ...row, isOpened: accountOpenedAt !== null }));
}

/** Makes an organisation with a new account, not opened yet, and its owner; returns its id. */
export async function insertOrganization(
  db: Db,
  { name, userId, accountId = createId(idPrefixes.account) }: NewOrganization,
): Promise<string> {
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    const at = new Date();
    await trx
      .insertInto('organization')
      .values({ id, name, slug: id, createdAt: at, accountId, accountOpenedAt: null })
      .execute();
    await setMember(trx, { organizationId: id, userId, role: 'owner' });
  });
  return id;
}

interface NewOrganization {
  readonly name: string;
  readonly userId: string;
  readonly accountId?: string;
}

/** Makes a person a member of an organisation, or changes the role. */
export async function setMember(
  db: Db,
  member: { readonly organizationId: string; readonly userId: string; readonly role: MemberRole },
): Promise<void> {
  await db
    .insertInto('member')
    .values({ ...member, id: randomUUID(), createdAt: new Date() })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'userId']).doUpdateSet({ role: member.role }),
    )
    .execute();
}

/** Notes that billing has the account of an organisation. */
export async function noteOpened(db: Db, organizationId: string): Promise<void> {
  await db
    .updateTable('organization')
    .set({ accountOpenedAt: new Date() })
    .where('id', '=', organizationId)
    .execute();
}

/**
 * Finds the organisation of an account, or makes it, for an account that billing has already.
 * @returns its id
 */
export async function organizationOf(db: Db, accountId: string, name: string): Promise<string> {
  const id = randomUUID();
  const at = new Date();
  await db
    .insertInto('organization')
    .values({ id, name, slug: id, createdAt: at, accountId, accountOpenedAt: at })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute();
  const found = await db
    .selectFrom('organization')
    .select('id')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return found.id;
}
