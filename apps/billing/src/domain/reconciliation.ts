import { idPrefixes, type RecordStatus, type SubmissionKind } from '@redline/contracts';

/** A charged line that was not refunded. */
export interface OpenLine {
  readonly lineId: string;
  readonly accountId: string;
}

/** The records that lines pay for, by the prefix of their ids. Batches cost nothing themselves and are left out. */
export const paidKinds = {
  [idPrefixes.text]: 'text',
  [idPrefixes.fix]: 'rewrite',
  [idPrefixes.image]: 'image',
  [idPrefixes.video]: 'video',
  [idPrefixes.report]: 'report',
} as const satisfies Readonly<Record<string, SubmissionKind>>;

export type PaidPrefix = keyof typeof paidKinds;

/** Lines in three groups, by the statuses of their records; those of completed records are in none. */
export interface Compared {
  /** The record ended without a verdict: the line is to be refunded. */
  readonly due: readonly OpenLine[];
  readonly processing: readonly OpenLine[];
  /** No owner knows the record: somebody has to look. */
  readonly unknown: readonly OpenLine[];
}

/**
 * Compares lines that were not refunded with their records. A refunded line of a completed record is no difference: an
 * operator may have replayed it at no cost (ADR 3).
 */
export function compare(lines: readonly OpenLine[], statuses: ReadonlyMap<string, RecordStatus>): Compared {
  const of = (...wanted: (RecordStatus | undefined)[]) =>
    lines.filter(({ lineId }) => wanted.includes(statuses.get(lineId)));
  return { due: of('failed', 'cancelled'), processing: of('processing'), unknown: of(undefined) };
}
