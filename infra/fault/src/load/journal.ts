/** The response to one request, or none (`status` null: refused, reset or too late). */
export interface Answer {
  readonly status: number | null;
  /** The id in a 201. */
  readonly id: string | null;
}

export const submissionKinds = ['text', 'image', 'video', 'batch'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** The path of each kind, below the site's prefix. */
export const pathOf: Readonly<Record<SubmissionKind, string>> = {
  text: '/text/checks',
  image: '/image/checks',
  video: '/video/checks',
  batch: '/batches',
};

/** One submission, as its client observed it. */
export interface Submission {
  readonly kind: SubmissionKind;
  /** A mark in its text, title or name, by which its record is found without an id. */
  readonly ref: string;
  readonly accountId: string;
  readonly idempotencyKey: string | null;
  /** In order of arrival; one for a submission without an Idempotency-Key. */
  readonly answers: Answer[];
  /** `deleted` once a DELETE was answered with 200, or a repeated one with 404. */
  deletion: 'none' | 'asked' | 'deleted';
  /** Final statuses returned by a GET during the run. */
  readonly seen: string[];
  /** True if a GET answered 404 for an accepted record that was not deleted. */
  wasMissing: boolean;
}

export const idsOf = (submission: Submission): ReadonlySet<string> =>
  new Set(submission.answers.flatMap(({ id }) => id ?? []));
