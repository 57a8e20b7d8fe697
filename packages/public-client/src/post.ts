import { type Dispatcher, request } from 'undici';

/** One request of `Post`. */
export interface PostRequest {
  /** As `publicUrl` has it. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** The answer. */
export interface Answer {
  readonly status: number;
  /** The beginning of the body, read as UTF-8. */
  readonly body: string;
}

export interface PostOptions {
  readonly dispatcher: Dispatcher;
  /** From the look-up of the name to the end of the answer. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read; what is longer is cut off with its connection. */
  readonly answerBytesMax: number;
}

/**
 * Posts a body and reads the answer, whatever its status; a redirect is an answer like any other.
 * @throws Error `TimeoutError` past the time; PublicUrlError if the address is not public; errors of undici and the socket;
 *   the signal's reason
 */
export type Post = (request: PostRequest) => Promise<Answer>;

/** Creates such a function over a dispatcher of `createPublicAgent`. */
export const createPost =
  ({ dispatcher, timeoutMs, answerBytesMax }: PostOptions): Post =>
  async ({ url, headers, body, signal }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { ...headers, accept: '*/*', 'accept-encoding': 'identity' },
      body,
      signal: limit,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { status: response.statusCode, body: await beginning(response.body, answerBytesMax) };
  };

async function beginning(body: AsyncIterable<Buffer>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  // Bytes that are no UTF-8, as where it is cut inside a character, read as U+FFFD.
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8');
}
