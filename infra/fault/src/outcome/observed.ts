import type { Submission, SubmissionKind } from '../load/journal.ts';

/** What is there after a run, from the outside and from the tables. All amounts are credits. */
export interface Observed {
  readonly submissions: readonly Submission[];
  /** What a GET says of each id that a 201 named. */
  readonly shown: ReadonlyMap<string, ShownStatus>;
  readonly accounts: readonly ObservedAccount[];
  readonly records: readonly ObservedRecord[];
  readonly lines: readonly ChargedLine[];
  readonly refunds: readonly Refund[];
  readonly entries: readonly LineEntries[];
  /** What billing's own `audit` finds. */
  readonly auditDifferences: readonly string[];
  /** Work that nobody has done: jobs, events, outbox rows, by name. */
  readonly left: Readonly<Record<string, number>>;
  readonly dead: readonly DeadJob[];
}

export type ShownStatus = 'processing' | 'completed' | 'failed' | 'not_found' | 'no_answer';

export interface ObservedAccount {
  readonly accountId: string;
  /** Over HTTP. */
  readonly credits: number;
  readonly textChecks: number;
  readonly listTotal: number;
  /** What it was given, and what its grants say is left. */
  readonly granted: number;
  readonly remaining: number;
}

export interface ObservedRecord {
  readonly kind: SubmissionKind;
  readonly id: string;
  /** Of an item, which nobody submitted by itself. */
  readonly batchId: string | null;
  readonly accountId: string;
  readonly status: string;
  readonly failureReason: string | null;
  readonly isDeleted: boolean;
  /** Null once it was erased by a deletion, and of items. */
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
  /** Keeps a late charge out; nothing was given back. */
  readonly isTombstone: boolean;
}

/** The sums of a line's entries: what its grants paid, and what they got back. */
export interface LineEntries {
  readonly lineId: string;
  readonly charged: number;
  readonly refunded: number;
}

export interface DeadJob {
  readonly recordId: string;
  readonly reason: string;
}
