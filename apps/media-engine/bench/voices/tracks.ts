import type { Span } from '../../src/domain/videos/timed-text.ts';
import type { Speaker } from './sentences.ts';
import { type Background, powerOf, randomOf, rate, spokenBy } from './sounds.ts';

/** A sound, and where its sentences are in it. */
export interface Track {
  readonly sound: Float32Array;
  readonly sentences: readonly Span[];
}

const seconds = { before: 1.5, pauseMin: 0.5, pauseMax: 1.5 };
const wordsPerMinute = { min: 140, max: 190 };

/** Has a voice say all sentences, with pauses of half a second to one and a half between them. */
export async function clean(speaker: Speaker, voice: string, seed: number): Promise<Track> {
  const random = randomOf(seed);
  const between = (min: number, max: number) => min + (max - min) * random();
  const pieces: Float32Array[] = [new Float32Array(seconds.before * rate)];
  const sentences: Span[] = [];
  let length = pieces[0]?.length ?? 0;
  for (const sentence of speaker.sentences) {
    const spoken = await spokenBy(
      voice,
      sentence,
      Math.round(between(wordsPerMinute.min, wordsPerMinute.max)),
    );
    const pause = new Float32Array(Math.round(between(seconds.pauseMin, seconds.pauseMax) * rate));
    sentences.push({ startSeconds: length / rate, endSeconds: (length + spoken.length) / rate });
    pieces.push(spoken, pause);
    length += spoken.length + pause.length;
  }
  const sound = new Float32Array(length);
  let at = 0;
  for (const piece of pieces) {
    sound.set(piece, at);
    at += piece.length;
  }
  return { sound, sentences };
}

/**
 * Puts a background under a voice.
 * @param decibels how much louder the voice is than the background, while it speaks
 */
export function over(
  { sound, sentences }: Track,
  background: Background,
  decibels: number,
  seed: number,
): Track {
  const under = background(sound.length, randomOf(seed));
  const spoken = sentences.map(({ startSeconds, endSeconds }) =>
    sound.subarray(startSeconds * rate, endSeconds * rate),
  );
  const samples = spoken.reduce((sum, one) => sum + one.length, 0);
  const power = spoken.reduce((sum, one) => sum + powerOf(one) * one.length, 0) / samples;
  const gain = Math.sqrt(power / powerOf(under) / 10 ** (decibels / 10));
  return { sound: sound.map((one, n) => one + gain * (under[n] ?? 0)), sentences };
}

/** Returns a sound as a WAV file, at nine tenths of the greatest level. */
export function wavOf(sound: Float32Array): Buffer {
  const most = sound.reduce((max, one) => Math.max(max, Math.abs(one)), 0) || 1;
  const file = Buffer.alloc(44 + sound.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(sound.length * 2, 40);
  sound.forEach((one, n) => {
    file.writeInt16LE(Math.round((one / most) * 29_490), 44 + n * 2);
  });
  return file;
}
