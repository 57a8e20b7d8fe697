import type { Readable } from 'node:stream';

/** Returns the first `bytesMax` bytes of a stream, or all if it is shorter; the rest is not read. */
export async function beginning(body: Readable, bytesMax: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}
