import { setTimeout as sleep } from 'node:timers/promises';
import { failureSchema } from '@redline/contracts';
import { z } from 'zod';
import { ServerError } from './server-error.ts';

/** Address and key of a server. */
export interface Server {
  /** Without a slash at its end: `https://redline.example`. */
  readonly url: string;
  readonly key: string;
}

/** A request. One that submits has a key, so that it may be sent again and is charged once. */
export interface Request {
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

const timeoutMs = 60_000;
const triesMax = 5;
/** Longest wait between two tries. A minute is the window of the request limits. */
const pauseMaxMs = 61_000;

const envelope = z.object({ success: z.literal(true), data: z.unknown() });

/**
 * Sends a request and returns the `data` of its answer. A connection that breaks, a 429 and a 5xx are tried again, five times
 * in all, after as long as the server says.
 * @throws ServerError in the words of the server, where it has any
 */
export async function request(server: Server, asked: Request): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    const answer = await send(server, asked).catch((error: unknown) => unreachable(server, error));
    if (answer instanceof ServerError) {
      if (tried === triesMax) throw answer;
      await sleep(pauseMs(tried, null));
      continue;
    }
    const { status, text, retryAfter } = answer;
    if (status >= 200 && status < 300) return dataOf(server, text);
    if (tried === triesMax || (status !== 429 && status < 500)) throw refused(server, status, text);
    await sleep(pauseMs(tried, retryAfter));
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

async function send({ url, key }: Server, { path, body, idempotencyKey }: Request): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A key is sent to nobody whom the user has not named.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
}

/** As long as the server says, else a quarter of a second, and twice as long each time. */
function pauseMs(tried: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Math.min(Number.isFinite(seconds) ? seconds * 1_000 : 250 * 2 ** (tried - 1), pauseMaxMs);
}

function unreachable({ url }: Server, error: unknown): ServerError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new ServerError(`${url} cannot be reached: ${reason}`, { cause: error });
}

function dataOf({ url }: Server, text: string): unknown {
  const parsed = envelope.safeParse(parsedOf(text));
  if (!parsed.success) throw new ServerError(`${url} has answered something else than Redline does`);
  return parsed.data.data;
}

function refused({ url }: Server, status: number, text: string): ServerError {
  const said = z.object({ error: failureSchema.shape.error, code: z.string() }).safeParse(parsedOf(text));
  const reason = said.success ? `${said.data.error} (${said.data.code})` : 'without a reason';
  return new ServerError(`${url} has answered ${status}: ${reason}`);
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
