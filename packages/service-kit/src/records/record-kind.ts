import type { Generated, RawBuilder, Transaction } from 'kysely';
import type { OutboxMessage, OutboxTables } from '../outbox/index.ts';

/**
 * Where records of one kind are stored. The table has the columns `id text primary key`, `status text`,
 * `attempt integer` (0 until the first take), `handed_back integer` (0), `lease_until timestamptz`, `failure_reason text`, `last_error text` and
 * `updated_at timestamptz`, and an index on `(updated_at, id)` over the rows that meet `isOpen`, for the sweeper.
 */
export interface RecordTable {
  readonly table: string;
  /** Condition under which there is work left at a record; `status = 'processing'` where left out. */
  readonly isOpen?: RawBuilder<boolean>;
}

/** The columns of attempts, for the type of an owner's table. */
export interface AttemptColumns<Reason extends string = string> {
  /** Number of attempts. Only the last one may write to the record. */
  attempt: Generated<number>;
  /** Number of attempts that were handed back when their process ended; they do not count. */
  handed_back: Generated<number>;
  /** No other worker takes it before that; null if free. */
  lease_until: Date | null;
  failure_reason: Reason | null;
  /** The error of the last attempt, for operators; nothing of the content. */
  last_error: string | null;
}

/** The end of a record, as its failed event names it. */
export interface RecordEnd {
  readonly id: string;
  /** ISO 8601, by the clock of the database. */
  readonly occurredAt: string;
  /** A word for programs, such as `never_taken`. */
  readonly reason: string;
  /** The error that it ended with, where there was one. */
  readonly lastError?: string | null;
}

/**
 * A kind of records: what it adds to the operations that are the same for all, its table as data, and hooks for what other
 * tables or readers learn in the same transaction.
 * @typeParam N what the failed event says besides its end, such as whose record it was; also in the payload of its jobs
 */
export interface RecordKind<DB extends OutboxTables, N extends object> extends RecordTable {
  /**
   * For records that another row shows, and whose change changes that row: locks that row first, so that two who change
   * both never wait for each other in a circle. False when there is no such record, or nothing that shows it any more.
   */
  readonly lockFirst?: (trx: Transaction<DB>, id: string) => Promise<boolean>;
  /** The columns of a row that its failed event carries. */
  readonly named: RawBuilder<N>;
  /** Returns the failed event; whoever was paid for the record refunds it for that. */
  readonly failedMessage: (named: N, end: RecordEnd, options: FailedMessageOptions) => OutboxMessage;
  readonly onFail?: {
    /** More columns to set, as `a = 1, b = 2`. */
    readonly set?: RawBuilder<unknown>;
    /** CTEs that run in the same statement and read the record as `failed`. */
    readonly with?: RawBuilder<unknown>;
    /** Messages that leave before the failed event, in the same transaction. */
    readonly messages?: (trx: Transaction<DB>, id: string) => Promise<readonly OutboxMessage[]>;
  };
  readonly onDelete?: {
    /**
     * CTEs that run in the statement which deletes an abandoned record, and read it as `gone`. A function, because some
     * choose a random row each time.
     */
    readonly with: () => RawBuilder<unknown>;
  };
  readonly onReopen?: {
    /** More columns to set, as `a = 1, b = 2`. */
    readonly set?: RawBuilder<unknown>;
    /** Condition over the failed row under which it may run again, beside those of every record. */
    readonly condition?: RawBuilder<boolean>;
    /** CTEs that run in the same statement and read the record as `reopened`. */
    readonly with?: RawBuilder<unknown>;
    /** Condition under which a record is there for its client; one that was deleted is not found. */
    readonly isThere?: RawBuilder<boolean>;
  };
}

export interface FailedMessageOptions {
  readonly requestId?: string | undefined;
  /** Message id; a new one where left out. */
  readonly id?: string;
}
