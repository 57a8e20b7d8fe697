import type {
  BatchCompletedEvent,
  CheckCompletedEvent,
  CheckFailedEvent,
  CreditsLowEvent,
  EndpointTestEvent,
  ReportCompletedEvent,
} from './contract/schemas.ts';
import { RedlineWebhookError } from './errors.ts';

/** What is posted to an endpoint, by its `type`. New types may be added: pass over one that you do not know. */
export type WebhookEvent =
  | CheckCompletedEvent
  | CheckFailedEvent
  | BatchCompletedEvent
  | ReportCompletedEvent
  | CreditsLowEvent
  | EndpointTestEvent;

/** A request to your endpoint, as it came. */
export interface WebhookRequest {
  /** The body, unparsed: another spelling of the same JSON has another signature. */
  readonly body: string | Uint8Array;
  /** `Headers`, or the `headers` of a request of Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Options of verifying. */
export interface VerifyWebhookOptions {
  /** The secret of the endpoint, `whsec_…`, as its creation or rotation gave it. */
  readonly secret: string;
  /** Seconds that the time of the request may differ from this clock; 300 when left out. */
  readonly toleranceSeconds?: number | undefined;
}

const encoder = new TextEncoder();

/**
 * Verifies that a request to your endpoint is from Redline, unchanged and recent (Standard Webhooks).
 * @returns its event
 * @throws RedlineWebhookError when it is not, and has to be answered with 400; TypeError for a secret that is none
 */
export async function verifyWebhook(
  { body, headers }: WebhookRequest,
  { secret, toleranceSeconds = 300 }: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !time || !signatures) {
    throw new RedlineWebhookError(
      'missing_headers',
      'webhook-id, webhook-timestamp and webhook-signature are required',
    );
  }
  const distance = Math.abs(Date.now() / 1_000 - Number(time));
  // Of what is no number, too.
  if (!(distance <= toleranceSeconds)) {
    throw new RedlineWebhookError(
      'wrong_time',
      `the time of the request is further than ${toleranceSeconds} s from this clock`,
    );
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = joined(encoder.encode(`${id}.${time}.`), bytes);
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, ''), 'secret must be that of an endpoint: whsec_…'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  // While a secret is rotated there are two, of the old and of the new one.
  for (const signature of signatures.split(' ').filter((one) => one.startsWith('v1,'))) {
    const given = bytesOrNone(signature.slice('v1,'.length));
    // Compares in constant time.
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) {
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
    }
  }
  throw new RedlineWebhookError('wrong_signature', 'no signature of the request is made with this secret');
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function bytesOf(base64: string, otherwise: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOrNone(base64);
  if (!bytes || bytes.length === 0) throw new TypeError(otherwise);
  return bytes;
}

function bytesOrNone(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
