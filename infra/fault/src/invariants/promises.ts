import { idsOf, type Submission } from '../load/journal.ts';
import { forEach, type Invariant } from './invariant.ts';
import type { LedgerView } from './ledger-view.ts';

const expectedStatuses = new Set<number | null>([201, 402, 500, null]);
const ended = new Set(['completed', 'failed']);

const acceptedIds = ({ observed }: LedgerView) =>
  observed.submissions.flatMap((submission) => [...idsOf(submission)].map((id) => ({ submission, id })));

/** Returns the records of a submission, without the items of a batch. */
const submittedIn = (view: LedgerView, submission: Submission) =>
  view.recordsOf(submission).filter(({ batchId }) => batchId === null);

/** Returns whether all requests were answered, and none with a 201. */
const isRefused = ({ answers }: Submission) =>
  answers.length > 0 && answers.every(({ status }) => status !== null && status !== 201);

const describe = ({ ref, answers }: Submission) =>
  `submission ${ref} (answered ${answers.map(({ status }) => status ?? 'not').join(', ')})`;

/** Invariants about the answers that clients got. */
export const promises: readonly Invariant[] = [
  forEach('a 201 names a record that came to its end', acceptedIds, ({ submission, id }, view) => {
    const { observed, recordById } = view;
    const shown = observed.shown.get(id);
    const record = recordById.get(id);
    const where = `${id} of ${describe(submission)}`;
    if (!record) return `${where}: there is no record`;
    if (submission.deletion === 'none') {
      return shown && ended.has(shown) ? undefined : `${where}: a GET says ${shown}`;
    }
    if (submission.deletion === 'asked') return undefined;
    return shown === 'not_found' && record.isDeleted
      ? undefined
      : `${where}: it was deleted and a GET says ${shown}`;
  }),

  forEach(
    'a record is there from its 201 on, and an end that was seen stays',
    acceptedIds,
    (accepted, view) => {
      const { submission, id } = accepted;
      if (submission.wasMissing) return `${id} of ${describe(submission)}: a GET or DELETE said 404`;
      const status = view.recordById.get(id)?.status;
      const changed = submission.seen.find((seen) => seen !== status);
      return changed && `${id}: a GET had said ${changed}, now it is ${status}`;
    },
  ),

  forEach(
    'an Idempotency-Key has one id and is paid for once',
    ({ observed }) => observed.submissions.filter(({ idempotencyKey }) => idempotencyKey !== null),
    (submission, view) => {
      const ids = idsOf(submission);
      if (ids.size > 1) return `${describe(submission)}: ids ${[...ids].join(', ')}`;
      const paid = submittedIn(view, submission).filter(({ id }) => view.costOf(id) > 0);
      return paid.length > 1 ? `${describe(submission)}: ${paid.length} records are paid for` : undefined;
    },
  ),

  forEach(
    'a 402 or 500 costs nothing and leaves no verdict',
    ({ observed }) => observed.submissions.filter(isRefused),
    (submission, view) => {
      const costly = submittedIn(view, submission).find(
        ({ id, status }) => view.costOf(id) !== 0 || status === 'completed',
      );
      return (
        costly && `${describe(submission)}: ${costly.id} is ${costly.status}, costs ${view.costOf(costly.id)}`
      );
    },
  ),

  forEach(
    'no answer is outside the contract',
    ({ observed }) => observed.submissions,
    (submission) =>
      submission.answers.every(({ status }) => expectedStatuses.has(status))
        ? undefined
        : `${describe(submission)}`,
  ),
];
