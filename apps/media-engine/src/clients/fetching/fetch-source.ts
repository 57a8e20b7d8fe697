import { PublicUrlError, publicUrl } from '@redline/public-client';
import { type Dispatcher, request } from 'undici';
import { beginning } from './beginning.ts';
import { SourceError } from './source-error.ts';
import { type Target, tooLarge, writeSource } from './write-source.ts';

/** Time limits of a server. */
export interface FetchLimits {
  /** From the request to the headers of the response, and between any two chunks of its body. */
  readonly stallMs: number;
  /** For a whole file, plus the time that its size limit takes at `bytesPerSecondMin`. */
  readonly totalMs: number;
  readonly bytesPerSecondMin: number;
}

export const fetchLimits: FetchLimits = { stallMs: 10_000, totalMs: 15_000, bytesPerSecondMin: 1_048_576 };

const redirectsMax = 3;
const urlRules = { schemes: 'http or https', ports: 'standard' } as const;

/** The dispatcher of requests, which connects to public addresses only, and its limits. */
export interface Fetching {
  readonly dispatcher: Dispatcher;
  readonly limits: FetchLimits;
}

export interface Fetched {
  readonly sizeBytes: number;
}

/**
 * Fetches a file into a new one.
 * @param to path and size limit; the caller removes what was written if fetching fails
 * @throws SourceError; the signal's reason
 */
export async function fetchSource(fetching: Fetching, url: string, to: Target): Promise<Fetched> {
  const { stallMs, totalMs, bytesPerSecondMin } = fetching.limits;
  const deadline = AbortSignal.timeout(Math.ceil(totalMs + (to.maxBytes / bytesPerSecondMin) * 1_000));
  return underLimits(to.signal, deadline, async (signal) => {
    const { body, headers } = await open(fetching.dispatcher, url, {}, stallMs, signal);
    const declared = lengthOf(headers);
    if (declared !== null && declared > to.maxBytes) {
      body.destroy();
      throw tooLarge(to.maxBytes);
    }
    return writeSource(body, { ...to, signal });
  });
}

/**
 * Fetches the beginning of a file.
 * @param headBytes length of the beginning; all if the file is shorter
 * @returns the size of the file in bytes, null if the server does not send it
 * @throws as `fetchSource` does
 */
export async function measureSource(
  fetching: Fetching,
  url: string,
  headBytes: number,
  signal: AbortSignal,
): Promise<{ readonly sizeBytes: number | null; readonly head: Uint8Array }> {
  const { stallMs, totalMs } = fetching.limits;
  return underLimits(signal, AbortSignal.timeout(totalMs), async (both) => {
    const range = { range: `bytes=0-${headBytes - 1}` };
    const { statusCode, headers, body } = await open(fetching.dispatcher, url, range, stallMs, both);
    const head = await beginning(body, headBytes);
    return { sizeBytes: statusCode === 206 ? totalOf(headers) : lengthOf(headers), head };
  });
}

/** Follows redirects, each checked as the first URL was, to a response with a file. */
async function open(
  dispatcher: Dispatcher,
  first: string,
  headers: Readonly<Record<string, string>>,
  stallMs: number,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let url = publicUrl(first, urlRules);
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await request(url, {
      dispatcher,
      signal,
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
      // Size and ranges of a compressed body would not be those of the file.
      headers: { ...headers, accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'redline-media/1' },
    });
    const { statusCode, headers: replied, body } = response;
    if (statusCode === 200 || statusCode === 206) return response;
    body.on('error', () => {});
    body.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode))
      throw new SourceError('status', `the server of the URL answered ${statusCode} instead of a file`);
    if (typeof replied['location'] !== 'string')
      throw new SourceError('status', 'the server of the URL redirects to nowhere');
    url = publicUrl(replied['location'], urlRules, url);
  }
  throw new SourceError('redirects', `the URL is redirected more than ${redirectsMax} times`);
}

/** Runs work under both signals, and translates errors of the URL and of undici to a SourceError. */
async function underLimits<T>(
  signal: AbortSignal,
  deadline: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  try {
    return await work(AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (error instanceof PublicUrlError) throw new SourceError(error.kind, error.message);
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted || isStall(error))
      throw new SourceError('too_slow', 'the server of the URL sent the file too slowly');
    // A full disk is not the client's error.
    if (isOfFileSystem(error)) throw error;
    throw new SourceError('unreachable', 'the server of the URL could not be reached, or broke off');
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
const isStall = (error: unknown): boolean =>
  ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].includes(codeOf(error));
const isOfFileSystem = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EACCES', 'ENOENT', 'EEXIST', 'EMFILE', 'EIO'].includes(codeOf(error));

type Headers = Dispatcher.ResponseData['headers'];

const lengthOf = (headers: Headers): number | null => wholeNumber(headers['content-length']);
const totalOf = (headers: Headers): number | null => {
  const range = headers['content-range'];
  return typeof range === 'string' ? wholeNumber(/^bytes \d+-\d+\/(\d+)$/.exec(range)?.[1]) : null;
};

function wholeNumber(text: string | string[] | undefined): number | null {
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}
