import type { Db } from './tables.ts';

export type AuditAction =
  | 'sign_up'
  | 'email_verified'
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'password_reset_requested'
  | 'password_reset'
  | 'password_changed'
  | 'organization_created'
  | 'member_set'
  | 'key_created'
  | 'key_renamed'
  | 'key_rerolled'
  | 'key_revoked';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly userId?: string | null;
  readonly accountId?: string | null;
  /** Id of what it was done to; never a secret or an address. */
  readonly subject?: string;
  /** Network of the client; left out for what is not done over HTTP. */
  readonly network?: string;
}

/** Writes down who did what. */
export async function noteAction(db: Db, entry: AuditEntry): Promise<void> {
  const { action, userId = null, accountId = null, subject = null, network = null } = entry;
  await db
    .insertInto('audit_log')
    .values({ action, user_id: userId, account_id: accountId, subject, network })
    .execute();
}
