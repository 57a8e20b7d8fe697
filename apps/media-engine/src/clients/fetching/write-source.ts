import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { counted } from '@redline/service-kit/blob';
import { SourceError } from './source-error.ts';

export interface Target {
  /** Path of a file that does not exist yet; the caller removes it, also if writing fails. */
  readonly path: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Writes a body to a new file.
 * @throws SourceError `too_large`; the signal's reason; errors of the body or the disk
 */
export async function writeSource(
  body: AsyncIterable<Uint8Array>,
  { path, maxBytes, signal }: Target,
): Promise<{ readonly sizeBytes: number }> {
  let sizeBytes = 0;
  const onBytes = (bytes: number) => {
    sizeBytes = bytes;
  };
  const chunks = counted(body, { maxBytes, onBytes, fault: () => tooLarge(maxBytes) });
  await pipeline(chunks, createWriteStream(path, { flags: 'wx' }), { signal });
  return { sizeBytes };
}

export const tooLarge = (maxBytes: number) =>
  new SourceError('too_large', `the file is larger than ${maxBytes} bytes`);
