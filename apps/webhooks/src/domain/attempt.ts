import type { WebhookDelivery } from '@redline/contracts';

type Attempt = WebhookDelivery['attempts'][number];

/** How an attempt ended, for the log of its delivery. */
export interface Outcome {
  /** Of the metric. */
  readonly kind: 'accepted' | 'refused' | 'redirected' | 'gone' | 'timed_out' | 'not_allowed' | 'unreachable';
  readonly status: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

const bodyCharactersMax = 1_024;

/** Reads an answer: 2xx accepts, 410 wants nothing more, anything else is to be tried again. */
export function outcomeOfAnswer({
  status,
  body,
}: {
  readonly status: number;
  readonly body: string;
}): Outcome {
  const answered = { status, responseBody: body.slice(0, bodyCharactersMax).toWellFormed() || null };
  if (status >= 200 && status < 300) return { kind: 'accepted', ...answered, error: null };
  if (status >= 300 && status < 400)
    return {
      kind: 'redirected',
      ...answered,
      error: `the endpoint answered ${status}; redirects are not followed`,
    };
  if (status === 410)
    return { kind: 'gone', ...answered, error: 'the endpoint answered 410, so that it gets no more events' };
  return { kind: 'refused', ...answered, error: `the endpoint answered ${status}` };
}

const codePattern = /^[A-Z][A-Z0-9_]{1,60}$/;

/**
 * Reads what a post has thrown.
 * @param timeoutMs that it had
 */
export function outcomeOfError(error: unknown, timeoutMs: number): Outcome {
  const none = { status: null, responseBody: null };
  const { name, message, code, kind } = Object(error) as Readonly<Record<string, unknown>>;
  if (name === 'PublicUrlError')
    return {
      kind: kind === 'unreachable' ? 'unreachable' : 'not_allowed',
      ...none,
      error: String(message),
    };
  if (name === 'TimeoutError' || /^UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT$/.test(String(code)))
    return { kind: 'timed_out', ...none, error: `the endpoint did not answer within ${timeoutMs / 1_000} s` };
  const told = typeof code === 'string' && codePattern.test(code) ? ` (${code})` : '';
  return { kind: 'unreachable', ...none, error: `the endpoint could not be reached, or broke off${told}` };
}

/** Builds the entry in the log of a delivery. */
export const attemptOf = (
  { status, error, responseBody }: Outcome,
  at: Date,
  durationMs: number,
): Attempt => ({ attemptedAt: at.toISOString(), status, durationMs, error, responseBody });
