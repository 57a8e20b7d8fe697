/** The response to one request, or none (`status` null: refused, reset or too late). */
export interface Answer {
  readonly status: number | null;
  /** The id in a 201. */
  readonly id: string | null;
  /** When it came, by the clock. */
  readonly atMs?: number;
}

export const submissionKinds = ['text', 'image', 'video', 'batch', 'report'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** The path of each kind that is read by its id, below the site's prefix. */
export const pathOf: Readonly<Record<Exclude<SubmissionKind, 'report'>, string>> = {
  text: '/text/checks',
  image: '/image/checks',
  video: '/video/checks',
  batch: '/batches',
};

/** An event of a report's stream. */
export interface SeenEvent {
  /** From 1 on. */
  readonly number: number;
  readonly event: string;
  /** The piece of a `report_chunk`, the whole text of a `report_done`, else empty. */
  readonly text: string;
}

/** One submission, as its client observed it. */
export interface Submission {
  readonly kind: SubmissionKind;
  /**
   * A mark in its text, title or name, by which its record is found without an id; of a report, the id of its video check,
   * which has no other.
   */
  readonly ref: string;
  readonly accountId: string;
  readonly idempotencyKey: string | null;
  /** In order of arrival; one for a submission without an Idempotency-Key. */
  readonly answers: Answer[];
  /** `deleted` once a DELETE was answered with 200, or a repeated one with 404. */
  deletion: 'none' | 'asked' | 'deleted';
  /** When the last answer to a DELETE came, by the clock. */
  deletedAtMs?: number;
  /** Final statuses returned by a GET during the run. */
  readonly seen: string[];
  /** True if a GET answered 404 for an accepted record that was not deleted. */
  wasMissing: boolean;
  /** Named by the first event of a report. */
  reportId?: string | undefined;
  /** The events of a report, over all connections; empty for other kinds. */
  readonly events: SeenEvent[];
}

export const idsOf = (submission: Submission): ReadonlySet<string> =>
  new Set(submission.answers.flatMap(({ id }) => id ?? []));
