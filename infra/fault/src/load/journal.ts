/** What came back for one request: an answer, or none (`status` null: refused, reset or too late). */
export interface Answer {
  readonly status: number | null;
  /** The id of a 201. */
  readonly id: string | null;
}

export const submissionKinds = ['text', 'image', 'video', 'batch'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** Where each kind is submitted and read, below the site's root. */
export const pathOf: Readonly<Record<SubmissionKind, string>> = {
  text: '/text/checks',
  image: '/image/checks',
  video: '/video/checks',
  batch: '/batches',
};

/** One submission as its client saw it. */
export interface Submission {
  readonly kind: SubmissionKind;
  /** Stands in its text, title or name, so that its record is known without an id. */
  readonly ref: string;
  readonly accountId: string;
  readonly idempotencyKey: string | null;
  /** In the order of their coming; a plain submission has one. */
  readonly answers: Answer[];
  /** `deleted` once the client was told so, or asked again and was told that it is gone. */
  deletion: 'none' | 'asked' | 'deleted';
  /** Ends that a GET showed during the run. */
  readonly seen: string[];
  /** A GET said 404 to a 201 that nobody had deleted. */
  wasMissing: boolean;
}

export const idsOf = (submission: Submission): ReadonlySet<string> =>
  new Set(submission.answers.flatMap(({ id }) => id ?? []));
