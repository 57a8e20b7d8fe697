import type { ErrorCode, Issue } from '@redline/contracts';

interface Answer {
  /** Status of an answer that is not the usual one of its code. */
  readonly status?: 408;
  readonly retryAfterSeconds?: number;
  /** The fields of the form that are wrong; each has the message. */
  readonly fields?: readonly string[];
}

/** The upload is refused. Its message is a sentence for the client. */
export class UploadError extends Error {
  readonly code: ErrorCode;
  readonly status: Answer['status'];
  readonly retryAfterSeconds: Answer['retryAfterSeconds'];
  readonly issues: readonly Issue[] | undefined;

  constructor(code: ErrorCode, message: string, { status, retryAfterSeconds, fields }: Answer = {}) {
    super(message);
    this.name = 'UploadError';
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.issues = fields?.map((path) => ({ path, message }));
  }
}
