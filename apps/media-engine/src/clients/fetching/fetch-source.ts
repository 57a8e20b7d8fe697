import { type Dispatcher, request } from 'undici';
import { beginning } from './beginning.ts';
import { SourceError } from './source-error.ts';
import { sourceUrl } from './source-url.ts';
import { type Target, tooLarge, writeSource } from './write-source.ts';

/** How long a server may take. */
export interface FetchLimits {
  /** From the request to the head of the answer, and between any two pieces of its body. */
  readonly stallMs: number;
  /** For a whole file: so much, and as much again as its size limit takes at `bytesPerSecondMin`. */
  readonly totalMs: number;
  readonly bytesPerSecondMin: number;
}

export const fetchLimits: FetchLimits = { stallMs: 10_000, totalMs: 15_000, bytesPerSecondMin: 1_048_576 };

const redirectsMax = 3;

/** What a file is fetched with: it connects to public addresses only. */
export interface Fetching {
  readonly dispatcher: Dispatcher;
  readonly limits: FetchLimits;
}

export interface Fetched {
  readonly sizeBytes: number;
}

/**
 * Fetches a file into a new one.
 * @param to where to, and what it may be in bytes; what was written of a file that fails stays for the caller to remove
 * @throws SourceError; the signal's reason when that ended it
 */
export async function fetchSource(fetching: Fetching, url: string, to: Target): Promise<Fetched> {
  const { stallMs, totalMs, bytesPerSecondMin } = fetching.limits;
  const deadline = AbortSignal.timeout(Math.ceil(totalMs + (to.maxBytes / bytesPerSecondMin) * 1_000));
  return judged(to.signal, deadline, async (signal) => {
    const { body, headers } = await open(fetching.dispatcher, url, {}, stallMs, signal);
    const stated = lengthOf(headers);
    if (stated !== null && stated > to.maxBytes) {
      body.destroy();
      throw tooLarge(to.maxBytes);
    }
    return writeSource(body, { ...to, signal });
  });
}

/**
 * Fetches the beginning of a file.
 * @param headBytes so much of it, or all where it is shorter
 * @returns its size in bytes where the server says it, null where not
 * @throws as `fetchSource` does
 */
export async function measureSource(
  fetching: Fetching,
  url: string,
  headBytes: number,
  signal: AbortSignal,
): Promise<{ readonly sizeBytes: number | null; readonly head: Uint8Array }> {
  const { stallMs, totalMs } = fetching.limits;
  return judged(signal, AbortSignal.timeout(totalMs), async (both) => {
    const range = { range: `bytes=0-${headBytes - 1}` };
    const { statusCode, headers, body } = await open(fetching.dispatcher, url, range, stallMs, both);
    const head = await beginning(body, headBytes);
    return { sizeBytes: statusCode === 206 ? totalOf(headers) : lengthOf(headers), head };
  });
}

/** Follows redirects, each checked as the first URL was, to an answer with a file. */
async function open(
  dispatcher: Dispatcher,
  first: string,
  headers: Readonly<Record<string, string>>,
  stallMs: number,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let url = sourceUrl(first);
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const answer = await request(url, {
      dispatcher,
      signal,
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
      // A compressed body would make its size and its ranges mean something else.
      headers: { ...headers, accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'redline-media/1' },
    });
    const { statusCode, headers: said, body } = answer;
    if (statusCode === 200 || statusCode === 206) return answer;
    body.on('error', () => {});
    body.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode))
      throw new SourceError('status', `the server of the URL answered ${statusCode} instead of a file`);
    if (typeof said['location'] !== 'string')
      throw new SourceError('status', 'the server of the URL redirects to nowhere');
    url = sourceUrl(said['location'], url);
  }
  throw new SourceError('redirects', `the URL is redirected more than ${redirectsMax} times`);
}

/** Runs under both signals, and says in a SourceError what undici says in its own words. */
async function judged<T>(
  asked: AbortSignal,
  deadline: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  asked.throwIfAborted();
  try {
    return await work(AbortSignal.any([asked, deadline]));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (asked.aborted) throw asked.reason;
    if (deadline.aborted || isStall(error))
      throw new SourceError('too_slow', 'the server of the URL sent the file too slowly');
    // A disk that is full is ours to mend.
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
