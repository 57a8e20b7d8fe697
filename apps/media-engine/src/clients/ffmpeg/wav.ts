import { openAsBlob } from 'node:fs';
import type { Span } from '../../domain/videos/timed-text.ts';
import { sampleBytes, sampleRate } from './extract-audio.ts';

/**
 * Returns a stretch of raw samples as a WAV file, which is read from disk while it is sent.
 * @param path of the samples that `extractAudio` writes
 */
export async function wavOf(path: string, { startSeconds, endSeconds }: Span): Promise<Blob> {
  const byteAt = (seconds: number) => Math.floor(seconds * sampleRate) * sampleBytes;
  const samples = (await openAsBlob(path)).slice(byteAt(startSeconds), byteAt(endSeconds));
  return new Blob([headerOf(samples.size), samples], { type: 'audio/wav' });
}

/** RIFF, one chunk of format (PCM, one channel) and one of data. */
function headerOf(bytes: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * sampleBytes, 28);
  header.writeUInt16LE(sampleBytes, 32);
  header.writeUInt16LE(8 * sampleBytes, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
