import type { Submission, SubmissionKind } from '../load/journal.ts';

/** The outcome of a run, from the API and from the tables. All amounts are credits. */
export interface Observed {
  readonly submissions: readonly Submission[];
  /** The status that a GET returns, by the ids in 201 answers. */
  readonly shown: ReadonlyMap<string, ShownStatus>;
  readonly accounts: readonly ObservedAccount[];
  readonly records: readonly ObservedRecord[];
  readonly lines: readonly ChargedLine[];
  readonly refunds: readonly Refund[];
  readonly entries: readonly LineEntries[];
  /** The differences of billing's `audit`. */
  readonly auditDifferences: readonly string[];
  /** Unfinished work: jobs, events, outbox rows, by name. */
  readonly left: Readonly<Record<string, number>>;
  readonly dead: readonly DeadJob[];
}

export type ShownStatus = 'processing' | 'completed' | 'failed' | 'not_found' | 'no_answer';

export interface ObservedAccount {
  readonly accountId: string;
  /** From the API. */
  readonly credits: number;
  readonly textChecks: number;
  readonly listTotal: number;
  /** The amounts of its grants, and their remaining credits. */
  readonly granted: number;
  readonly remaining: number;
}

export interface ObservedRecord {
  readonly kind: SubmissionKind;
  readonly id: string;
  /** The batch of an item; null for a record that was submitted by itself. */
  readonly batchId: string | null;
  readonly accountId: string;
  readonly status: string;
  readonly failureReason: string | null;
  readonly isDeleted: boolean;
  /** Null after a deletion, and for items. */
  readonly ref: string | null;
}

export interface ChargedLine {
  readonly lineId: string;
  readonly accountId: string;
  readonly amount: number;
}

export interface Refund {
  readonly lineId: string;
  readonly amount: number;
  /** True if it only refuses a late charge; nothing was refunded. */
  readonly isTombstone: boolean;
}

/** The sums of a line's entries: credits charged, and credits refunded. */
export interface LineEntries {
  readonly lineId: string;
  readonly charged: number;
  readonly refunded: number;
}

export interface DeadJob {
  readonly recordId: string;
  readonly reason: string;
}
