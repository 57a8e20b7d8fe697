/** One fault of a request, with its field. */
export interface RequestIssue {
  readonly field: string;
  readonly message: string;
}

/** The parts of an error answer, of the console or of the API behind it. */
interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly issues?: readonly { readonly field?: string; readonly path?: string; readonly message: string }[];
  readonly requiredCredits?: number | undefined;
  readonly currentBalance?: number | undefined;
  readonly requiredPlan?: string | undefined;
}

/** A request that was refused, or that nobody answered (`unreachable`). */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly issues: readonly RequestIssue[];
  readonly requiredCredits: number | undefined;
  readonly currentBalance: number | undefined;
  readonly requiredPlan: string | undefined;
  /** The seconds of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, refusal: Refusal, retryAfterSeconds?: number, options?: ErrorOptions) {
    super(refusal.error, options);
    this.status = status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.issues = (refusal.issues ?? []).map(({ field, path, message }) => ({
      field: field ?? path ?? '',
      message,
    }));
    this.requiredCredits = refusal.requiredCredits;
    this.currentBalance = refusal.currentBalance;
    this.requiredPlan = refusal.requiredPlan;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A request to the console's own origin. */
export interface RequestParts {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Longer than the 30 s for which the API may hold an answer. */
const timeoutMs = 45_000;

/**
 * Sends a request to the console's backend.
 * @param path below the origin, as `/api/session`
 * @returns `data` of the answer
 * @throws RequestError when it is refused or not answered
 */
export async function request<T>(path: string, parts: RequestParts = {}): Promise<T> {
  const { method = 'GET', body, headers = {}, signal } = parts;
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(path, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : jsonHeaders), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new RequestError(0, { error: 'No answer.', code: 'unreachable' }, undefined, { cause });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isSuccess<T>(answer)) return answer.data;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new RequestError(
    response.status,
    isRefusal(answer) ? answer : { error: `HTTP ${response.status}`, code: 'unexpected_answer' },
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

const jsonHeaders = { 'content-type': 'application/json' };

const isSuccess = <T>(answer: unknown): answer is { readonly data: T } =>
  typeof answer === 'object' && answer !== null && 'data' in answer;

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' &&
  answer !== null &&
  'error' in answer &&
  typeof answer.error === 'string' &&
  'code' in answer &&
  typeof answer.code === 'string';
