import type { creditBuckets } from '@redline/contracts';
import type { OutboxTables } from '@redline/service-kit/outbox';
import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { ErasureProgress } from '../domain/erasure.ts';
import type { UsageKind } from '../domain/pricing.ts';

/** Billing's tables; `migrations/` has their constraints. Amounts are credits. */
export interface Tables extends OutboxTables {
  /** The e-mail of a closed account is a made-up one. */
  accounts: { id: string; email: string; created_at: Date; closed_at: Date | null };
  account_erasures: AccountErasuresTable;
  /** Credits that were said to be low, by a charge; the threshold is that of the time. */
  low_credits: {
    account_id: string;
    site_id: string;
    charge_id: string;
    threshold: number;
    balance: number;
    said_at: Date;
  };
  subscriptions: {
    account_id: string;
    site_id: string;
    plan: string;
    renews_at: Date | null;
    updated_at: Date;
  };
  product_lines: {
    account_id: string;
    line: string;
    enabled: Generated<boolean>;
    trial_used: Generated<number>;
  };
  grants: GrantsTable;
  charges: {
    id: string;
    account_id: string;
    site_id: string;
    tenant_id: string;
    amount: number;
    refunded: Generated<number>;
    created_at: Date;
    position: Position;
  };
  charge_lines: {
    line_id: string;
    charge_id: string;
    item: string;
    quantity: number;
    amount: number;
    usage_kind: UsageKind | null;
    product_line: string | null;
    is_trial: boolean;
  };
  refunds: RefundsTable;
  /** Addresses that had the credits of a sign-up, as SHA-256. */
  sign_up_grants: { address_hash: Buffer; granted_at: Date };
  entries: EntriesTable;
  usage: UsageTable;
  reconciliation: ReconciliationTable;
  audits: AuditsTable;
  audit_sums: AuditSumsTable;
  audit_differences: AuditDifferencesTable;
  audit_schedule: { only_row: Generated<boolean>; begun_at: Date | null };
}

/** From the sequence of the entries, in which an audit reads what is new; null of what is older than positions. */
type Position = GeneratedAlways<number | null>;

/** Credits that were given to a bucket of an account on a site. */
export interface GrantsTable {
  id: string;
  account_id: string;
  site_id: string;
  bucket: (typeof creditBuckets)[number];
  amount: number;
  remaining: number;
  /** True if any credits remain; the index of spendable grants has only such rows. */
  open: GeneratedAlways<boolean>;
  /** Null never expires. */
  expires_at: Date | null;
  created_at: Date;
  position: Position;
}

/** A refund of one line, or a tombstone: the refund of a record that was not charged. */
export interface RefundsTable {
  line_id: string;
  /** Null for a tombstone. */
  charge_id: string | null;
  amount: number;
  created_at: Date;
  position: Position;
}

/** The append-only postings to grants: the ledger, from which an audit recomputes every balance. */
export interface EntriesTable {
  position: GeneratedAlways<number>;
  grant_id: string;
  kind: 'granted' | 'charged' | 'refunded' | 'corrected';
  /** Null if granted or corrected. */
  line_id: string | null;
  /** Negative if charged. */
  amount: number;
  /** Set if corrected. */
  reason: string | null;
  created_at: Date;
}

/** The erasure of a closed account. */
export interface AccountErasuresTable {
  account_id: string;
  /** The operator. */
  asked_by: string;
  asked_at: Date;
  services: Generated<ErasureProgress>;
  charges_until: string | null;
  due_at: Date;
  finished_at: Date | null;
}

/** Counts of records by calendar month (UTC). */
export interface UsageTable {
  account_id: string;
  site_id: string;
  /** The first day of the month. */
  month: Date;
  kind: UsageKind;
  count: number;
}

/** One row. */
export interface ReconciliationTable {
  only_row: Generated<boolean>;
  /** Charges older than it were compared with their records. */
  compared_until: Date | null;
  begun_at: Date | null;
}

/** The steps of an audit: tables that it walks through by key, one after another, and then what is new by position. */
export type AuditPhase = 'charges' | 'entries' | 'grants' | 'usage' | 'product_lines' | 'new';

/** An audit that began with the whole ledger; the newest one that ended is carried on with what is new. */
export interface AuditsTable {
  id: GeneratedAlways<number>;
  phase: Generated<AuditPhase>;
  /** The last key of the phase; empty at its start. */
  walked_until: Generated<string>;
  /** Everything up to this position is in the sums, or will be when the audit has walked through the tables. */
  settled_until: number;
  /** Charges and refunded lines in the sums. */
  charges: Generated<number>;
  refunds: Generated<number>;
  /** As they were counted when it last ended. */
  differences: Generated<number>;
  stepped_at: Date;
  /** When everything up to then had been read and compared; null before it ended once. */
  finished_at: Date | null;
}

/** A sum that an audit has made of entries or lines, to be compared with the balance or counter of that key. */
export interface AuditSumsTable {
  audit_id: number;
  kind: 'grant' | 'usage' | 'trial';
  key: string;
  amount: number;
  /** Changed since it was compared, or not equal then. */
  is_due: Generated<boolean>;
}

/** A difference that the check of one charge, line or grant has found, until another whole audit has ended. */
export interface AuditDifferencesTable {
  audit_id: number;
  check_name: string;
  difference: string;
  found_at: Date;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/**
 * Settings of the pool: statements are prepared once, of which there are fewer than `preparedMax`, and use indexes. The
 * two statements of a charge are large: prepared they take half the time.
 */
export const databaseOptions = { preparedMax: 100, indexedOnly: true } as const;
