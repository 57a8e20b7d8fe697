import type { Readable } from 'node:stream';
import { BlobFault } from './blob-store.ts';

/**
 * The chunks of a body, counted.
 * @throws BlobFault `too_large` with the chunk that goes past `maxBytes`
 */
export async function* counted(
  body: Readable | Uint8Array,
  maxBytes: number,
  onBytes: (sizeBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new BlobFault('too_large', `there are more than ${maxBytes} bytes`);
    onBytes(sizeBytes);
    yield chunk;
  }
}
