import { z } from 'zod';

/** One way in which a record may fail. */
interface FailureRow {
  /** The sentence that says what happened, without its full stop, for when nothing more exact is known. */
  readonly cause: string;
  /** What the client can do about it. */
  readonly advice: string;
  /** The reasons that owners store and publish for it. */
  readonly reasons: readonly string[];
  /** True if an owner's own sentence about such a failure is meant for the client, and replaces `cause`. */
  readonly isDetailed: boolean;
}

const again = 'submit it again';

/**
 * Why a record fails, by the `code` that clients see: the only table of these codes. Codes are stable, and new ones may be
 * added; what failed is always refunded. A reason that is in no row is a failure of ours: `internal`.
 */
export const recordFailures = {
  url_not_allowed: {
    cause: 'the URL of the file may not be fetched',
    advice: 'submit a public http or https URL on port 80 or 443',
    reasons: ['source_url', 'source_address'],
    isDetailed: true,
  },
  file_unreachable: {
    cause: 'the file could not be fetched from its URL',
    advice: `make the URL answer with the file itself, to anybody, and ${again}`,
    reasons: ['source_unreachable', 'source_status', 'source_too_slow', 'source_redirects'],
    isDetailed: true,
  },
  file_too_large: {
    cause: 'the file is larger than files of its kind may be',
    advice: 'submit a smaller one',
    reasons: ['source_too_large'],
    isDetailed: true,
  },
  file_unreadable: {
    cause: 'the file is damaged, or of no kind that can be read',
    advice: 'submit it in another format, or a complete copy of it',
    reasons: ['no_picture', 'no_video'],
    isDetailed: true,
  },
  file_differs: {
    cause: 'the file differs from what was declared of it',
    advice: 'submit it with its true size and duration',
    reasons: ['size_mismatch', 'longer_than_declared'],
    isDetailed: true,
  },
  not_supported: {
    cause: 'this installation cannot check such files',
    advice: 'ask its operator to configure what is missing',
    reasons: ['not_configured'],
    isDetailed: true,
  },
  timed_out: {
    cause: 'there was no verdict in time',
    advice: again,
    reasons: ['expired'],
    isDetailed: false,
  },
  item_refused: {
    cause: 'the item is none that can be checked',
    advice: 'correct it and submit it again',
    reasons: ['refused'],
    isDetailed: true,
  },
  check_deleted: {
    cause: 'the check was deleted before it had ended',
    advice: `${again} if it is still needed`,
    reasons: ['cancelled', 'gone', 'deleted'],
    isDetailed: false,
  },
  items_failed: {
    cause: 'every item of the batch failed',
    advice: 'read the failure of each item, and submit what can be corrected',
    reasons: ['items_failed'],
    isDetailed: false,
  },
  internal: {
    cause: 'something failed on our side',
    advice: again,
    reasons: ['abandoned', 'never_taken', 'lease_ended', 'attempts_exhausted', 'no_record', 'not_begun'],
    isDetailed: false,
  },
} as const satisfies Readonly<Record<string, FailureRow>>;

export type RecordFailureCode = keyof typeof recordFailures;

const rows = Object.entries(recordFailures) as [RecordFailureCode, FailureRow][];

/** A failure as clients see it. Its code is an open list: an older reader takes a newer code. */
export const recordFailureSchema = z.object({
  code: z.string().describe(`One of: ${rows.map(([code]) => code).join(', ')}. New ones may be added`),
  message: z.string().describe('What happened and what to do about it, a sentence in English'),
});
export type RecordFailure = z.infer<typeof recordFailureSchema>;

/** The field of every record, list item and batch item that may fail. */
export const failureField = recordFailureSchema
  .nullable()
  .optional()
  .describe('Why it failed; null unless it has. Absent only from answers of an older version');

/**
 * Returns what clients see of a failure.
 * @param reason as its owner stored it; one that is not known is a failure of ours
 * @param detail the owner's own sentence, used only for failures whose sentence is meant for clients
 */
export function failureOf(
  reason: string | null | undefined,
  detail?: string | null,
): { readonly code: RecordFailureCode; readonly message: string } {
  const found = rows.find(([, row]) => row.reasons.some((one) => one === reason));
  const [code, { cause, advice, isDetailed }] = found ?? (['internal', recordFailures.internal] as const);
  return { code, message: `${(isDetailed && detail) || cause}; ${advice}` };
}

/** Returns what clients see of the failure of a record, as its `failure`: null unless its status is `failed`. */
export const failureWhere = (record: {
  readonly status: string;
  readonly failureReason?: string | null | undefined;
  readonly lastError?: string | null | undefined;
}): RecordFailure | null =>
  record.status === 'failed' ? failureOf(record.failureReason, record.lastError) : null;
