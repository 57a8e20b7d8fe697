import { BlobError } from './blob-store.ts';

export interface Counting {
  readonly maxBytes: number;
  /** Told after each chunk how many there are by then. */
  readonly onBytes?: (sizeBytes: number) => void;
  /** What the chunk that goes past `maxBytes` fails with; a BlobError `too_large` when left out. */
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
