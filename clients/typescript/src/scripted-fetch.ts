/** A request as a test sees it. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** A form, or what the JSON says. */
  readonly body: unknown;
}

/** An answer of a script: a response, an error of the connection, or what is made of the request. */
export type Step =
  | Response
  | Error
  | ((request: SentRequest, signal: AbortSignal) => Response | Promise<Response>);

/**
 * Builds a `fetch` for tests that answers one request after the other by a script.
 * @returns it, and the requests that it was given; it throws when the script is over
 */
export function scriptedFetch(...steps: readonly Step[]): {
  readonly fetch: typeof fetch;
  readonly sent: readonly SentRequest[];
} {
  const sent: SentRequest[] = [];
  const scripted: typeof fetch = async (input, init) => {
    const { method = 'GET', headers, body, signal } = init ?? {};
    const parsed = typeof body === 'string' ? JSON.parse(body) : body;
    const request = { method, url: new URL(String(input)), headers: new Headers(headers), body: parsed };
    const step = steps[sent.length];
    sent.push(request);
    if (step === undefined) throw new Error(`the script has ${steps.length} answers, and this is one more`);
    if (step instanceof Error) throw step;
    return step instanceof Response ? step : step(request, signal as AbortSignal);
  };
  return { fetch: scripted, sent };
}

/** Builds a success of the API. */
export const answered = (data: unknown, status = 200): Response =>
  Response.json({ success: true, data }, { status });

/** Builds a refusal of the API. */
export const refused = (
  status: number,
  code: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(
    { success: false, error: `refused with ${code}`, code, requestId: 'request-1', ...more },
    { status, headers },
  );

/** Builds the error that `fetch` throws where nothing listens. */
export const unconnected = (): Error =>
  new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
