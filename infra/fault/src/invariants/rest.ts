import { forEach, type Invariant } from './invariant.ts';

/** Invariants about unfinished work. */
export const rest: readonly Invariant[] = [
  forEach(
    'a list counts what its account has',
    ({ observed }) => observed.accounts,
    ({ accountId, listTotal }, { observed }) => {
      const own = observed.records.filter(
        (record) => record.kind === 'text' && record.accountId === accountId && !record.isDeleted,
      );
      return own.length === listTotal ? undefined : `${accountId}: ${own.length} texts, total ${listTotal}`;
    },
  ),

  {
    name: 'nothing is left to be done',
    check({ observed }) {
      const left = Object.entries(observed.left);
      const violations = left.filter(([, count]) => count !== 0).map(([what, count]) => `${count} ${what}`);
      return { checked: left.length, violations };
    },
  },

  forEach(
    'a dead job is of a record that gave up',
    ({ observed }) => observed.dead,
    ({ recordId, reason }, { recordById }) => {
      const record = recordById.get(recordId);
      const isExplained = record?.failureReason === 'attempts_exhausted';
      return isExplained ? undefined : `${recordId} (${record?.status ?? 'no record'}): ${reason}`;
    },
  ),
];
