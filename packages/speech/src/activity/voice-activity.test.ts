import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSileroFile } from './silero-file.ts';
import { openVoiceActivity } from './voice-activity.ts';

const rate = 16_000;

/** First and second formant of some vowels, in hertz: a, i, u, e, o. */
const vowels = [
  [750, 1_250],
  [300, 2_250],
  [330, 850],
  [450, 1_900],
  [480, 950],
] as const;

/** A voice that says vowels, five a second: pulses of a falling pitch through two resonances each. */
function voice(seconds: number): Float32Array {
  const sound = new Float32Array(seconds * rate);
  const kept = [0, 0, 0, 0];
  let phase = 0;
  for (let n = 0; n < sound.length; n++) {
    const at = n / rate;
    phase += (135 - 20 * (at / seconds) + 6 * Math.sin(7 * at)) / rate;
    const pulse = phase >= 1 ? 1 : 0;
    phase %= 1;
    const [first, second] = vowels[Math.floor(at * 5) % vowels.length]!;
    let value = pulse;
    for (const [place, hertz] of [first, second].entries()) {
      const radius = Math.exp((-Math.PI * (60 + 40 * place)) / rate);
      const [one, two] = [kept[2 * place]!, kept[2 * place + 1]!];
      value += 2 * radius * Math.cos((2 * Math.PI * hertz) / rate) * one - radius * radius * two;
      [kept[2 * place], kept[2 * place + 1]] = [value, one];
    }
    sound[n] = value * (0.6 + 0.4 * Math.sin(2 * Math.PI * 5 * at - 1));
  }
  const most = sound.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  return sound.map((one) => (0.5 * one) / most);
}

const silence = (seconds: number) => new Float32Array(seconds * rate);
const soundOf = (...parts: readonly Float32Array[]) =>
  Int16Array.from(
    parts.flatMap((part) => [...part]),
    (one) => one * 32_767,
  );
const rounded = (spans: readonly { startSeconds: number; endSeconds: number }[]) =>
  spans.map(({ startSeconds, endSeconds }) => [Math.round(startSeconds), Math.round(endSeconds)]);

describe('voice activity', () => {
  it.each(['native', 'web'] as const)('finds where somebody speaks, in the %s runtime', async (runtime) => {
    const activity = await openVoiceActivity({}, [runtime]);
    expect(activity.runtime).toBe(runtime);
    const sound = soundOf(silence(2), voice(3), silence(2), voice(2), silence(1));
    expect(rounded(await activity.find([sound]))).toEqual([
      [2, 5],
      [7, 9],
    ]);
  });

  it('finds the same however the sound is cut, and begins each sound anew', async () => {
    const activity = await openVoiceActivity();
    const sound = soundOf(silence(1), voice(2), silence(1));
    const whole = await activity.find([sound]);
    const pieces = Array.from({ length: Math.ceil(sound.length / 777) }, (_, n) =>
      sound.subarray(n * 777, (n + 1) * 777),
    );
    expect(await activity.find(pieces)).toEqual(whole);
  });

  it('finds nothing in silence, in a tone, or in no sound at all', async () => {
    const activity = await openVoiceActivity();
    const tone = silence(4).map((_, n) => 0.5 * Math.sin((2 * Math.PI * 440 * n) / rate));
    for (const sound of [soundOf(silence(4)), soundOf(tone), new Int16Array()])
      expect(await activity.find([sound])).toEqual([]);
  });
});

it('loads the network that was measured, and no other', async () => {
  expect(await readSileroFile()).toHaveLength(2_327_524);
  const folder = await mkdtemp(join(tmpdir(), 'redline-silero-'));
  try {
    await writeFile(join(folder, 'other.onnx'), 'another one');
    await expect(readSileroFile(join(folder, 'other.onnx'))).rejects.toThrow('its SHA-256 differs');
  } finally {
    await rm(folder, { recursive: true });
  }
});
