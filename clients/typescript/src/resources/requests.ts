import type { Api, Query, RequestOptions, SubmitOptions } from '../http/api.ts';
import { createList, type List, type ListQuery, type Page } from '../pages.ts';
import type { ServerWait } from '../submission.ts';

/** Gives a submission an `Idempotency-Key`, the same for each time that it is sent. */
export const submitOptions = (options: SubmitOptions = {}): SubmitOptions => ({
  ...options,
  idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
});

/** Builds the list of a path. */
export function listOf<Item extends { readonly id: string }, P extends Page<Item>>(
  api: Api,
  path: string,
  query: ListQuery = {},
  options?: RequestOptions,
): List<Item, P> {
  // `limit` is of this client.
  const { limit: _, ...filters } = query;
  const ask = (page: number) =>
    api.request<P>({ method: 'GET', path, query: { ...filters, page } as Query, options });
  return createList<Item, P>(ask, query);
}

/** The part of a submission that differs from one to the next. */
interface SubmissionRequest {
  readonly path: string;
  readonly body?: unknown;
}

/** Submits what takes minutes. @param signal of whoever waits for it, beside that of the request */
export const submit = <T>(
  api: Api,
  request: SubmissionRequest,
  options: SubmitOptions,
  { signal }: ServerWait,
): Promise<T> =>
  api.request({
    ...request,
    method: 'POST',
    options: { ...options, signal: bothOf(options.signal, signal) },
  });

/** Submits a text or a rewrite, and has the answer wait for its end. */
export function submitWaiting<T>(
  api: Api,
  request: SubmissionRequest,
  options: SubmitOptions,
  { seconds, signal }: ServerWait,
): Promise<T> {
  const { timeoutMs = api.settings.timeoutMs } = options;
  return api.request({
    ...request,
    method: 'POST',
    ...(seconds > 0 && { query: { wait: seconds } }),
    options: { ...options, timeoutMs: timeoutMs + seconds * 1_000, signal: bothOf(options.signal, signal) },
  });
}

/** Builds the options of reading what was submitted: those of its submission, without the key. */
export const readOptions = (
  { endTenant, timeoutMs, retries, signal }: SubmitOptions,
  waiting: AbortSignal | undefined,
): RequestOptions => ({ endTenant, timeoutMs, retries, signal: bothOf(signal, waiting) });

/** Joins the signal of a request with that of whoever waits for it. */
const bothOf = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other);

/** Tells that an answer is an acceptance: the server waits for no video and no batch. */
export const neverRecord = <R>(_answer: unknown): _answer is R => false;
/** Stands where no record comes in answer to a submission. */
export const neverAccepted = (): never => {
  throw new Error('a submission that the server does not wait for was answered with its record');
};
