import { forEach, type Invariant } from './invariant.ts';
import { sum } from './ledger-view.ts';

const unpaid = new Set(['failed', 'cancelled']);

/** Invariants about charges, refunds and balances. */
export const money: readonly Invariant[] = [
  forEach(
    'a charge has a record or a refund',
    ({ observed }) => observed.lines,
    ({ lineId, accountId, amount }, { recordById, netOf }) => {
      const record = recordById.get(lineId);
      if (!record) return netOf(lineId) === 0 ? undefined : `${lineId} cost ${amount} and there is no record`;
      return record.accountId === accountId
        ? undefined
        : `${lineId} was paid by another account, ${accountId}`;
    },
  ),

  forEach(
    'what failed or was cancelled is refunded exactly once, in full',
    ({ observed, lineById }) =>
      // A batch itself is free: its items are refunded.
      observed.records.filter(({ id, status }) => unpaid.has(status) && (lineById.get(id)?.amount ?? 0) > 0),
    ({ id, status }, { lineById, refundsById, entriesById }) => {
      const refunds = refundsById.get(id) ?? [];
      const amount = lineById.get(id)?.amount;
      const back = entriesById.get(id)?.refunded ?? 0;
      if (refunds.length === 1 && refunds[0]?.amount === amount && back === amount) return undefined;
      return `${id} (${status}) cost ${amount}; ${refunds.length} refunds, ${back} given back`;
    },
  ),

  forEach(
    'what completed was paid for and not refunded',
    ({ observed }) => observed.records.filter(({ status }) => status === 'completed'),
    ({ id }, { lineById, refundsById, entriesById }) => {
      const line = lineById.get(id);
      if (!line) return `${id} completed and nobody paid`;
      if (refundsById.has(id)) return `${id} completed and was refunded`;
      return (entriesById.get(id)?.charged ?? 0) === line.amount
        ? undefined
        : `${id} cost ${line.amount}, not paid in full`;
    },
  ),

  forEach(
    'a record belongs to a submission',
    ({ observed }) => observed.records,
    (record, { strangers }) => (strangers.includes(record) ? `${record.id}: nobody submitted it` : undefined),
  ),

  forEach(
    'balance = granted − charged + refunded',
    ({ observed }) => observed.accounts,
    ({ accountId, granted, remaining, credits }, { observed }) => {
      const own = observed.lines.filter((line) => line.accountId === accountId);
      const ids = new Set(own.map(({ lineId }) => lineId));
      const charged = sum(own.map(({ amount }) => amount));
      const back = sum(observed.refunds.filter(({ lineId }) => ids.has(lineId)).map(({ amount }) => amount));
      const due = granted - charged + back;
      if (due === credits && due === remaining) return undefined;
      return `${accountId}: ${granted} − ${charged} + ${back} = ${due}; its grants hold ${remaining}, HTTP says ${credits}`;
    },
  ),

  forEach(
    'usage = charged − refunded',
    ({ observed }) => observed.accounts,
    ({ accountId, textChecks }, { observed, recordById, refundsById }) => {
      const own = observed.lines.filter(
        (line) => line.accountId === accountId && recordById.get(line.lineId)?.kind === 'text',
      );
      const kept = own.filter(({ lineId }) => !refundsById.has(lineId)).length;
      return kept === textChecks
        ? undefined
        : `${accountId}: ${kept} checks are paid for, usage says ${textChecks}`;
    },
  ),

  {
    name: 'the audit of billing finds no difference',
    check: ({ observed }) => ({ checked: observed.accounts.length, violations: observed.auditDifferences }),
  },
];
