import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The rate of espeak-ng, at which everything is mixed. */
export const rate = 22_050;

/** Returns numbers from 0 to 1 that are the same in every run (Park and Miller). */
export function randomOf(seed: number): () => number {
  let state = 1 + seed * 7_919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Has espeak-ng say a sentence, and cuts off the silence at both ends. */
export async function spokenBy(
  voice: string,
  sentence: string,
  wordsPerMinute: number,
): Promise<Float32Array> {
  const args = ['-v', voice, '-s', `${wordsPerMinute}`, '--stdout', sentence];
  const { stdout } = await run('espeak-ng', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  const samples = stdout.subarray(44);
  const sound = Float32Array.from(
    { length: samples.length >> 1 },
    (_, n) => samples.readInt16LE(n * 2) / 32_768,
  );
  const audible = 0.01 * sound.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const first = sound.findIndex((one) => Math.abs(one) > audible);
  const last = sound.findLastIndex((one) => Math.abs(one) > audible);
  return sound.slice(first, last + 1);
}

/** A background of so many samples. */
export type Background = (length: number, random: () => number) => Float32Array;

/** Noise that falls by 3 dB an octave, as of a street or a fan (Kellet's filter). */
export const noise: Background = (length, random) => {
  const kept = [0, 0, 0];
  return Float32Array.from({ length }, () => {
    const white = random() * 2 - 1;
    kept[0] = 0.997_65 * kept[0]! + white * 0.099_046;
    kept[1] = 0.963 * kept[1]! + white * 0.296_516_4;
    kept[2] = 0.57 * kept[2]! + white * 1.052_691_3;
    return kept[0]! + kept[1]! + kept[2]! + white * 0.1848;
  });
};

/** Four chords, plucked in turn over a bass, with a drum and a hi-hat: 112 beats a minute. */
export const music: Background = (length, random) => {
  const sound = new Float32Array(length);
  const beat = (60 / 112) * rate;
  const chords = [
    [220, 261.6, 329.6],
    [174.6, 220, 261.6],
    [261.6, 329.6, 392],
    [196, 246.9, 293.7],
  ];
  for (let number = 0; number * beat < length; number++) {
    const chord = chords[Math.floor(number / 4) % chords.length]!;
    for (const [place, hertz] of chord.entries())
      pluck(sound, number * beat + (place * beat) / 3, hertz, 0.2);
    pluck(sound, number * beat, chord[0]! / 2, 0.35);
    strike(sound, number * beat, number % 2 === 0 ? 0.12 : 0.05, random);
    strike(sound, (number + 0.5) * beat, 0.03, random);
  }
  return sound;
};

function pluck(sound: Float32Array, at: number, hertz: number, level: number): void {
  const from = Math.round(at);
  for (let n = 0; n < rate && from + n < sound.length; n++) {
    const phase = (2 * Math.PI * hertz * n) / rate;
    const tone = [1, 2, 3, 4].reduce((sum, part) => sum + Math.sin(phase * part) / part, 0);
    sound[from + n]! += level * Math.exp((-4 * n) / rate) * tone;
  }
}

function strike(sound: Float32Array, at: number, seconds: number, random: () => number): void {
  const from = Math.round(at);
  const length = seconds * rate;
  for (let n = 0; n < length && from + n < sound.length; n++)
    sound[from + n]! += 0.4 * Math.exp((-5 * n) / length) * (random() * 2 - 1);
}

/** Returns the mean power of a sound. */
export const powerOf = (sound: Float32Array): number =>
  sound.reduce((sum, one) => sum + one * one, 0) / Math.max(1, sound.length);
