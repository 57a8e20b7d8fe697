import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { madeTranscripts, makeSenseVoiceModel, makeWhisperModel } from '@redline/testkit/speech-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sileroPath } from '../activity/silero-file.ts';
import { manifestName } from './speech-model.ts';
import { openTranscriber } from './transcriber.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-transcriber-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sound = (seconds: number) =>
  Int16Array.from({ length: seconds * 16_000 }, (_, n) => 8_000 * Math.sin(n / 10));

/** Describes files that a test wrote as a model that was fetched. */
async function describeModel(path: string, type: string, parts: Readonly<Record<string, string>>) {
  const described = await Promise.all(
    Object.entries(parts).map(async ([part, file]) => {
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      return [part, { name: basename(file), sha256 }] as const;
    }),
  );
  const manifest = {
    version: 1,
    type,
    parts: Object.fromEntries(described),
    from: { url: 'made', sha256: '' },
  };
  await writeFile(join(path, manifestName), JSON.stringify(manifest));
}

/** These models were made by hand, for there is none in a package: they write the same words for any sound. */
describe('a model in the form of sherpa-onnx', () => {
  it('of Whisper transcribes in the language that it is asked for, one after the other', async () => {
    const path = join(folder, 'whisper');
    const [encoder = '', decoder = '', tokens = ''] = await makeWhisperModel(path);
    await describeModel(path, 'whisper', { encoder, decoder, tokens });
    const { transcribe } = await openTranscriber(path);
    for (const language of ['en', 'zh', 'id', 'en'] as const)
      expect(transcribe(sound(2), language)).toBe(madeTranscripts[language]);
    expect(transcribe(sound(0.05), 'en')).toBe(madeTranscripts.en);
    expect(() => transcribe(sound(40), 'en')).toThrow('longer than 28 s');
  });

  it('of SenseVoice transcribes in its languages', async () => {
    const path = join(folder, 'sense-voice');
    const [model = '', tokens = ''] = await makeSenseVoiceModel(path);
    await describeModel(path, 'sense_voice', { model, tokens });
    const { transcribe } = await openTranscriber(path);
    expect([transcribe(sound(2), 'en'), transcribe(sound(0.02), 'zh')]).toEqual(['this', madeTranscripts.zh]);
  });

  it('is refused if it is not the one that was fetched', async () => {
    await expect(openTranscriber(join(folder, 'none'))).rejects.toThrow('has no speech model');
  });
});

it('sherpa-onnx runs here, on the network for voice activity, which a package has', () => {
  const { Vad } = createRequire(import.meta.url)('sherpa-onnx-node') as {
    Vad: new (
      config: object,
      seconds: number,
    ) => {
      acceptWaveform(samples: Float32Array): void;
      isDetected(): boolean;
    };
  };
  const sileroVad = { model: sileroPath(), threshold: 0.5, minSpeechDuration: 0.2, windowSize: 512 };
  const vad = new Vad({ sileroVad, sampleRate: 16_000, numThreads: 1, provider: 'cpu', debug: 0 }, 10);
  vad.acceptWaveform(new Float32Array(512));
  expect(vad.isDetected()).toBe(false);
});
