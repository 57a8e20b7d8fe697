import type { creditBuckets } from '@redline/contracts';
import type { OutboxTables } from '@redline/service-kit/outbox';
import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { UsageKind } from '../domain/pricing.ts';

/** Billing's tables; `migrations/` has their constraints. Amounts are credits. */
export interface Tables extends OutboxTables {
  accounts: { id: string; email: string; created_at: Date };
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
  entries: EntriesTable;
  usage: UsageTable;
  reconciliation: ReconciliationTable;
}

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
}

/** A refund of one line, or a tombstone: the refund of a record that was not charged. */
export interface RefundsTable {
  line_id: string;
  /** Null for a tombstone. */
  charge_id: string | null;
  amount: number;
  created_at: Date;
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

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/**
 * Settings of the pool: statements are prepared once, of which there are fewer than `preparedMax`, and use indexes. The
 * two statements of a charge are large: prepared they take half the time.
 */
export const databaseOptions = { preparedMax: 100, indexedOnly: true } as const;
