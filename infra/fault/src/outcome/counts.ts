import { type SubmissionKind, submissionKinds } from '../load/journal.ts';
import type { Observed } from './observed.ts';

/** Returns the statistics of a run: name and number of each line of the report. */
export function countsOf({
  submissions,
  records,
  lines,
  refunds,
  dead,
}: Observed): readonly (readonly [string, number])[] {
  const answers = submissions.flatMap((submission) => submission.answers);
  const answered = (status: number | null) => answers.filter((answer) => answer.status === status).length;
  const withStatus = (status: string) => records.filter((record) => record.status === status).length;
  const ofKind = (kind: SubmissionKind) => submissions.filter((one) => one.kind === kind).length;
  const failures = new Map<string, number>();
  for (const { failureReason } of records) {
    if (failureReason) failures.set(failureReason, (failures.get(failureReason) ?? 0) + 1);
  }
  return [
    ['submissions', submissions.length],
    ['  with an Idempotency-Key', submissions.filter(({ idempotencyKey }) => idempotencyKey).length],
    ['  accepted in the end', submissions.filter((one) => one.answers.some(({ id }) => id)).length],
    ['  deleted by their client', submissions.filter(({ deletion }) => deletion === 'deleted').length],
    ...submissionKinds.map((kind) => [`  of kind ${kind}`, ofKind(kind)] as const),
    ['requests to submit', answers.length],
    ['  answered 201', answered(201)],
    ['  answered 402', answered(402)],
    ['  answered 500', answered(500)],
    ['  not answered', answered(null)],
    ['records completed', withStatus('completed')],
    ['records failed', withStatus('failed')],
    ...[...failures].map(([reason, count]) => [`  ${reason}`, count] as const),
    ['records cancelled', withStatus('cancelled')],
    ['charges', lines.length],
    ['refunds', refunds.filter(({ isTombstone }) => !isTombstone).length],
    ['late charges refused', refunds.filter(({ isTombstone }) => isTombstone).length],
    ['dead jobs', dead.length],
  ];
}
