import { RedlineError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the payload of an answer of the API.
 * @returns its `data`; undefined for 204
 * @throws RedlineError for a refusal, and for an answer that is none of this API
 */
export async function payloadOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.status === 204) return undefined;
  const body = jsonOf(text);
  if (response.ok && body?.['success'] === true) return body['data'];
  throw refusalOf(response, body);
}

/** Reads an answer that is no success. */
export async function refusedBy(response: Response): Promise<RedlineError> {
  return refusalOf(response, jsonOf(await response.text()));
}

function jsonOf(text: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function refusalOf({ status, headers, url }: Response, body: Fields | undefined): RedlineError {
  const requestId = body?.['requestId'] ?? headers.get('x-request-id') ?? undefined;
  const known = { status, requestId: requestId as string, retryAfterSeconds: retryAfterOf(headers) };
  if (typeof body?.['code'] !== 'string') {
    const message = `${new URL(url || 'about:blank').host || 'the server'} answered ${status}, and not as the API does: is baseUrl its address?`;
    return new RedlineError({ ...known, code: 'unexpected_answer', message });
  }
  const { error, ...rest } = body as { readonly error: string; readonly code: string };
  return new RedlineError({ ...rest, ...known, message: String(error) });
}

/** Reads `Retry-After` in seconds; the API sends no dates. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
