import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface DownloadOptions {
  readonly url: string;
  /** Of the whole file, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytesMax: number;
  /** Without a byte for so long it has failed. */
  readonly idleMs: number;
}

/**
 * Downloads a file, and compares it with its SHA-256. What is written before an error stays: the caller removes it.
 * @returns its size in bytes
 * @throws Error with a sentence if it could not be had, is too large, or is another file
 */
export async function download(path: string, options: DownloadOptions): Promise<number> {
  const { url, sha256, bytesMax, idleMs } = options;
  const idle = new AbortController();
  const wake = () => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(new Error(`${url} sent nothing for ${idleMs / 1_000} s`)), idleMs);
  };
  let timer: NodeJS.Timeout | undefined;
  wake();
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      wake();
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > bytesMax ? new Error(`${url} is larger than ${bytesMax} bytes`) : null, chunk);
    },
  });
  try {
    const response = await fetch(url, { signal: idle.signal }).catch((error: unknown) => {
      throw idle.signal.aborted
        ? idle.signal.reason
        : new Error(`${url} cannot be reached: ${causeOf(error)}`);
    });
    if (!response.ok || !response.body) throw new Error(`${url} answered with ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), counting, createWriteStream(path), {
      signal: idle.signal,
    }).catch((error: unknown) => {
      throw idle.signal.aborted ? idle.signal.reason : error;
    });
  } finally {
    clearTimeout(timer);
  }
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`the SHA-256 of ${url} is ${found}, not ${sha256}: nothing was kept`);
  return bytes;
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error
    ? cause.message || ('code' in cause ? String(cause.code) : cause.name)
    : String(cause);
};
