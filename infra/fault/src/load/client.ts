import { z } from 'zod';
import type { SubmissionKind } from './journal.ts';
import { statusOf } from './status-of.ts';

/** A customer's key of a site, with its account. */
export interface Customer {
  readonly accountId: string;
  readonly apiKey: string;
  readonly sitePath: SitePath;
}

export interface Reply {
  /** Null if there was no answer. */
  readonly status: number | null;
  /** The envelope's `data`, undefined for errors and for what is no JSON. */
  readonly data: unknown;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the site's prefix, such as `/text/checks`. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string | null;
  readonly kind?: SubmissionKind;
}

/** The site of the load, and the one that has reports. */
export const sitePaths = { us: '/v1/intl/us', main: '/v1' } as const;
export type SitePath = (typeof sitePaths)[keyof typeof sitePaths];

/** Timeouts: an image is answered within a minute in any case, all other requests at once. */
const timeoutMs = { most: 15_000, image: 65_000 };
const envelope = z.object({ data: z.unknown() });

/** Sends one request to the customer's site; a broken or late response is an answer without a status. */
export async function send(
  apiUrl: string,
  { apiKey, sitePath }: Omit<Customer, 'accountId'>,
  call: Call,
): Promise<Reply> {
  const { method, path, body, idempotencyKey, kind } = call;
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
  if (body) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  try {
    const response = await fetch(`${apiUrl}${sitePath}${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(kind === 'image' ? timeoutMs.image : timeoutMs.most),
    });
    return { status: statusOf(response), data: dataIn(await response.text()) };
  } catch {
    return { status: null, data: undefined };
  }
}

function dataIn(body: string): unknown {
  try {
    return envelope.parse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
