import { BlobError } from './blob-store.ts';

export interface Counting {
  readonly maxBytes: number;
  /** Called after each chunk with the number of bytes so far. */
  readonly onBytes?: (sizeBytes: number) => void;
  /** Builds the error of a body above `maxBytes`; a BlobError `too_large` by default. */
  readonly fault?: () => Error;
}

/** The chunks of a body, counted. @throws the fault */
export async function* counted(
  body: AsyncIterable<Uint8Array> | Uint8Array,
  { maxBytes, onBytes, fault = () => tooLarge(maxBytes) }: Counting,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw fault();
    onBytes?.(sizeBytes);
    yield chunk;
  }
}

const tooLarge = (maxBytes: number) => new BlobError('too_large', `there are more than ${maxBytes} bytes`);
