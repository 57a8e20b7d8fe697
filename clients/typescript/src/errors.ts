import type {
  Forbidden,
  InsufficientCredits,
  InternalError,
  InvalidRequest,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  RateLimited,
  RequestIssue,
  Unauthorized,
  UnsupportedMediaType,
} from './contract/schemas.ts';

type KnownCode = (
  | InvalidRequest
  | Unauthorized
  | InsufficientCredits
  | Forbidden
  | NotFound
  | MethodNotAllowed
  | PayloadTooLarge
  | UnsupportedMediaType
  | RateLimited
  | InternalError
)['code'];

/**
 * The code of a refused request. New ones may be added: treat one that you do not know as you treat its status.
 * `unexpected_answer` is of this client: the answer did not come from the API, but from a proxy or another server.
 */
export type ErrorCode = KnownCode | 'unexpected_answer' | (string & {});

/** The parts of an error answer. */
interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly issues?: readonly RequestIssue[] | undefined;
  readonly requiredCredits?: number | undefined;
  readonly currentBalance?: number | undefined;
  readonly requiredPlan?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A request that the API refused. Nothing was charged for it. */
export class RedlineError extends Error {
  override readonly name = 'RedlineError';
  /** HTTP status. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Names the request to whoever operates the service. */
  readonly requestId: string | undefined;
  /** Each fault of the request by itself, on a 400 for a body or query that breaks the schema. */
  readonly issues: readonly RequestIssue[] | undefined;
  /** Credits that the submission would take, on a 402. */
  readonly requiredCredits: number | undefined;
  /** Credits that can be spent now, on a 402. */
  readonly currentBalance: number | undefined;
  /** The lowest plan that includes it, on a 403 with `plan_required`. */
  readonly requiredPlan: string | undefined;
  /** The seconds of `Retry-After`, on a 429. */
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.issues = refusal.issues;
    this.requiredCredits = refusal.requiredCredits;
    this.currentBalance = refusal.currentBalance;
    this.requiredPlan = refusal.requiredPlan;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** A request without an answer, after all retries: no connection, one that broke, or no answer in time. */
export class RedlineConnectionError extends Error {
  override readonly name = 'RedlineConnectionError';
}

/** A record that had not ended when the time limit of `wait` was over. It goes on; wait for it again by its id. */
export class RedlineTimeoutError extends Error {
  override readonly name = 'RedlineTimeoutError';
}

/** A report that could not be written. Its credits come back. */
export class RedlineReportError extends Error {
  override readonly name = 'RedlineReportError';
  /** As the `failure.code` of a record. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A request to your webhook endpoint that is not from Redline, was changed, or is too old. Answer it with 400. */
export class RedlineWebhookError extends Error {
  override readonly name = 'RedlineWebhookError';
  readonly code: 'missing_headers' | 'wrong_time' | 'wrong_signature';

  constructor(code: RedlineWebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
