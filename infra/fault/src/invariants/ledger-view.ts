import { idsOf, type Submission } from '../load/journal.ts';
import type { ChargedLine, LineEntries, Observed, ObservedRecord, Refund } from '../outcome/observed.ts';

/** The observed outcome, with the joins that the invariants need. */
export interface LedgerView {
  readonly observed: Observed;
  readonly recordById: ReadonlyMap<string, ObservedRecord>;
  readonly lineById: ReadonlyMap<string, ChargedLine>;
  readonly refundsById: ReadonlyMap<string, readonly Refund[]>;
  readonly entriesById: ReadonlyMap<string, LineEntries>;
  /** Returns the records of a submission, found by its reference or by the id in a 201. */
  readonly recordsOf: (submission: Submission) => readonly ObservedRecord[];
  /** Records that belong to no submission of the run. */
  readonly strangers: readonly ObservedRecord[];
  /** Returns the net cost of a record, without the items of a batch. */
  readonly netOf: (recordId: string) => number;
  /** Returns the same with its items. */
  readonly costOf: (recordId: string) => number;
}

export function viewOf(observed: Observed): LedgerView {
  const { submissions, records } = observed;
  const byRef = new Map(submissions.map((submission) => [submission.ref, submission]));
  const byId = new Map(submissions.flatMap((one) => [...idsOf(one)].map((id) => [id, one] as const)));
  const owned = new Map<Submission, ObservedRecord[]>(submissions.map((submission) => [submission, []]));
  const strangers: ObservedRecord[] = [];
  const recordById = new Map(records.map((record) => [record.id, record]));
  const ownerOf = (record: ObservedRecord | undefined) =>
    record && (byId.get(record.id) ?? (record.ref === null ? undefined : byRef.get(record.ref)));
  for (const record of records) {
    const owner = ownerOf(record.batchId === null ? record : recordById.get(record.batchId));
    (owner ? owned.get(owner) : strangers)?.push(record);
  }
  const lineById = new Map(observed.lines.map((line) => [line.lineId, line]));
  const refundsById = new Map<string, Refund[]>();
  for (const refund of observed.refunds) {
    refundsById.set(refund.lineId, [...(refundsById.get(refund.lineId) ?? []), refund]);
  }
  const netOf = (id: string) =>
    (lineById.get(id)?.amount ?? 0) - sum((refundsById.get(id) ?? []).map((refund) => refund.amount));
  const itemsOf = Map.groupBy(records, ({ batchId }) => batchId ?? '');
  return {
    observed,
    recordById,
    lineById,
    refundsById,
    entriesById: new Map(observed.entries.map((entry) => [entry.lineId, entry])),
    recordsOf: (submission) => owned.get(submission) ?? [],
    strangers,
    netOf,
    costOf: (id) => netOf(id) + sum((itemsOf.get(id) ?? []).map((item) => netOf(item.id))),
  };
}

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);
