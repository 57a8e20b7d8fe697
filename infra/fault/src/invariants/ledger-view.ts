import { idsOf, type Submission } from '../load/journal.ts';
import type { ChargedLine, LineEntries, Observed, ObservedRecord, Refund } from '../outcome/observed.ts';

/** What was observed, joined the way the invariants ask for it. */
export interface LedgerView {
  readonly observed: Observed;
  readonly recordById: ReadonlyMap<string, ObservedRecord>;
  readonly lineById: ReadonlyMap<string, ChargedLine>;
  readonly refundsById: ReadonlyMap<string, readonly Refund[]>;
  readonly entriesById: ReadonlyMap<string, LineEntries>;
  /** The records of a submission, found by its reference or by the id of a 201. */
  readonly recordsOf: (submission: Submission) => readonly ObservedRecord[];
  /** Records that belong to no submission of the run. */
  readonly strangers: readonly ObservedRecord[];
  /** What a record costs in the end. */
  readonly netOf: (recordId: string) => number;
}

export function viewOf(observed: Observed): LedgerView {
  const { submissions, records } = observed;
  const byRef = new Map(submissions.map((submission) => [submission.ref, submission]));
  const byId = new Map(submissions.flatMap((one) => [...idsOf(one)].map((id) => [id, one] as const)));
  const owned = new Map<Submission, ObservedRecord[]>(submissions.map((submission) => [submission, []]));
  const strangers: ObservedRecord[] = [];
  for (const record of records) {
    const owner = byId.get(record.id) ?? (record.ref === null ? undefined : byRef.get(record.ref));
    (owner ? owned.get(owner) : strangers)?.push(record);
  }
  const lineById = new Map(observed.lines.map((line) => [line.lineId, line]));
  const refundsById = new Map<string, Refund[]>();
  for (const refund of observed.refunds) {
    refundsById.set(refund.lineId, [...(refundsById.get(refund.lineId) ?? []), refund]);
  }
  return {
    observed,
    recordById: new Map(records.map((record) => [record.id, record])),
    lineById,
    refundsById,
    entriesById: new Map(observed.entries.map((entry) => [entry.lineId, entry])),
    recordsOf: (submission) => owned.get(submission) ?? [],
    strangers,
    netOf: (id) =>
      (lineById.get(id)?.amount ?? 0) - sum((refundsById.get(id) ?? []).map((refund) => refund.amount)),
  };
}

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);
