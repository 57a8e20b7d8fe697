import type { OutboxTables } from '@redline/service-kit/outbox';
import type { Generated, Kysely, Transaction } from 'kysely';

/** Billing's tables as the queries see them; `migrations/` has their constraints. */
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
    usage_kind: string | null;
    product_line: string | null;
    is_trial: boolean;
  };
  refunds: { line_id: string; charge_id: string | null; amount: number; created_at: Date };
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/**
 * How the pool plans: each statement once, of which there are fewer than this, and by an index. The two statements of a
 * charge are large: planned once they take half the time.
 */
export const databaseOptions = { preparedMax: 100, indexedOnly: true } as const;
