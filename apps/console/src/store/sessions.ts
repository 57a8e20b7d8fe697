import type { Db } from './tables.ts';

/** Ends all sessions of a person but one. */
export async function endSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
}

/** Ends one session. */
export async function endSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute();
}

/** Notes in which organisation a session is. */
export async function selectOrganization(db: Db, sessionId: string, organizationId: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ activeOrganizationId: organizationId })
    .where('id', '=', sessionId)
    .execute();
}
