import type { MemberRole } from '@redline/contracts';
import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';

/** A person. Columns of this and the next ones are named by better-auth. */
interface UserTable {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
  image: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

interface SessionTable {
  id: string;
  expiresAt: Date;
  token: string;
  userId: string;
  activeOrganizationId: string | null;
}

/** An organisation, which is one account of billing. */
interface OrganizationTable {
  id: string;
  name: string;
  slug: string;
  createdAt: Date;
  accountId: string;
  /** Null until billing has it. */
  accountOpenedAt: Date | null;
}

interface MemberTable {
  id: string;
  organizationId: string;
  userId: string;
  role: MemberRole;
  createdAt: Date;
}

/** Attempts of a bucket until a time; after that it begins anew. */
interface AttemptTable {
  bucket: string;
  count: number;
  ends_at: Date;
}

/** Who did what, from where. */
interface AuditLogTable {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, never, never>;
  action: string;
  user_id: string | null;
  account_id: string | null;
  subject: string | null;
  network: string | null;
}

export interface Tables {
  user: UserTable;
  session: SessionTable;
  organization: OrganizationTable;
  member: MemberTable;
  verification: { id: string; expiresAt: Date };
  attempt: AttemptTable;
  audit_log: AuditLogTable;
}

export type Db = Kysely<Tables>;

export const databaseOptions = { preparedMax: 50 } as const;
