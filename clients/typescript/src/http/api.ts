import { RedlineConnectionError, RedlineError } from '../errors.ts';
import { payloadOf, refusedBy } from './answer.ts';
import { retryDelayMs } from './retry-delay.ts';
import { pause, withinTime } from './within-time.ts';

/** Options of every call. */
export interface RequestOptions {
  /** One of your own customers, whose data is kept apart: letters, digits and `_ . : -`, at most 64. */
  readonly endTenant?: string | undefined;
  /** Ends the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time for one attempt; that of the client when left out. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one that failed; that of the client when left out. */
  readonly retries?: number | undefined;
}

/** Options of a call that charges credits. */
export interface SubmitOptions extends RequestOptions {
  /**
   * Lets the same submission run and charge once, however often it is sent within a day: 1 to 255 visible characters. Each
   * submission has a random one when left out, which holds for its retries; give your own to hold beyond your process.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The values of a query string; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** One request, below the prefix of the site. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly options?: SubmitOptions | undefined;
}

/** Settings of all requests. */
export interface ApiSettings {
  /** Origin, with what stands before `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  readonly prefix: string;
  readonly apiKey: string;
  readonly endTenant?: string | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: typeof fetch;
}

/** Sends requests, again where that may help. */
export interface Api {
  readonly settings: ApiSettings;
  /**
   * Sends a request of the API.
   * @returns the `data` of its answer
   * @throws RedlineError when it is refused, RedlineConnectionError when no attempt was answered
   */
  readonly request: <T>(request: ApiRequest) => Promise<T>;
  /** Sends a request of the API and returns its answer unread, a success. @throws as `request` */
  readonly open: (request: ApiRequest) => Promise<Response>;
  /** Posts a form to any address, without the key. @returns the `data` of its answer @throws as `request` */
  readonly postForm: <T>(url: string, form: FormData, options?: RequestOptions) => Promise<T>;
}

/** Builds the API of one site. */
export function createApi(settings: ApiSettings): Api {
  const perform = <T>(request: ApiRequest, read: (response: Response) => Promise<T>) =>
    withRetries(
      settings,
      { url: urlOf(settings, request), init: initOf(settings, request), isRepeatable: isRepeatable(request) },
      request.options,
      read,
    );
  return {
    settings,
    request: async <T>(request: ApiRequest) => (await perform(request, payloadOf)) as T,
    open: (request) =>
      perform(request, async (response) => {
        if (!response.ok) throw await refusedBy(response);
        return response;
      }),
    postForm: async <T>(url: string, form: FormData, options?: RequestOptions) => {
      const init = { method: 'POST', body: form };
      return (await withRetries(settings, { url, init, isRepeatable: true }, options, payloadOf)) as T;
    },
  };
}

/** Tells whether a request may run again: what reads changes nothing, and what has a key runs once. */
const isRepeatable = ({ method, options }: ApiRequest): boolean =>
  method === 'GET' || options?.idempotencyKey !== undefined;

function urlOf({ baseUrl, prefix }: ApiSettings, { path, query = {} }: ApiRequest): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = new URLSearchParams(given).toString();
  return `${baseUrl}${prefix}${path}${search && `?${search}`}`;
}

function initOf(settings: ApiSettings, { method, body, headers, options = {} }: ApiRequest): RequestInit {
  const { endTenant = settings.endTenant, idempotencyKey } = options;
  return {
    method,
    // A redirect would lose the method or the key.
    redirect: 'error',
    // Built here, since a value that no header can have is no failure of the connection.
    headers: new Headers({
      Accept: 'application/json',
      Authorization: `Bearer ${settings.apiKey}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(endTenant !== undefined && { 'X-End-Tenant': endTenant }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

interface Attempted {
  readonly url: string;
  readonly init: RequestInit;
  readonly isRepeatable: boolean;
}

async function withRetries<T>(
  settings: ApiSettings,
  { url, init, isRepeatable }: Attempted,
  options: RequestOptions = {},
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs = settings.timeoutMs, retries = settings.retries } = options;
  const late = () => new Error(`no answer within ${timeoutMs} ms`);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await withinTime({ timeoutMs, signal, late }, async (within) =>
        read(await settings.fetch(url, { ...init, signal: within })),
      );
    } catch (error) {
      signal?.throwIfAborted();
      const { status, retryAfterSeconds }: Partial<RedlineError> = error instanceof RedlineError ? error : {};
      const delayMs = retryDelayMs({ status, retryAfterSeconds, isRepeatable }, attempt);
      if (delayMs === undefined || attempt >= retries)
        throw status === undefined ? unanswered(url, error) : error;
      await pause(delayMs, signal);
    }
  }
}

/** Wraps whatever `fetch` threw: its message says little, its cause more. */
function unanswered(url: string, error: unknown): RedlineConnectionError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const why = cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
  return new RedlineConnectionError(`no answer from ${new URL(url).host}: ${why}`, { cause: error });
}
