import { createReadStream } from 'node:fs';
import { sampleRate } from '@redline/speech';
import type { Samples } from './speech-protocol.ts';

const sampleBytes = 2;

/** Reads a stretch of a file of raw samples, in pieces. */
export async function* readSamples({ path, startSeconds, endSeconds }: Samples): AsyncGenerator<Int16Array> {
  const byteAt = (seconds: number) => Math.round(seconds * sampleRate) * sampleBytes;
  const [start, end] = [byteAt(startSeconds), byteAt(endSeconds) - 1];
  if (end < start) return;
  let odd: Uint8Array = new Uint8Array();
  for await (const chunk of createReadStream(path, { start, end }) as AsyncIterable<Buffer>) {
    const bytes: Uint8Array = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % sampleBytes);
    odd = bytes.subarray(whole);
    // A copy, because an array of samples must begin at an even address.
    yield new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
  }
}
