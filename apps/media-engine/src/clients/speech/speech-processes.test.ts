import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { madeTranscripts, makeWhisperModel } from '@redline/testkit/speech-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPrivateFolder } from '../private-folder.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { speechFinder } from './find-speech.ts';
import { localTranscriber } from './local-transcriber.ts';
import { createTranscriberProcess } from './transcriber-process.ts';
import { createVoiceActivityProcess } from './voice-activity-process.ts';

const { signal } = new AbortController();
let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ searchPath: process.env['PATH'] ?? '' });
  folder = await mkdtemp(join(tmpdir(), 'redline-speech-'));
  // Read by the user of children too.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const options = () => ({ sandbox, timeoutMs: 30_000, callsMax: 100 });

/** Ten seconds of silence as raw samples, where children can read them. */
const withSilence = <T>(use: (path: string) => Promise<T>) =>
  inPrivateFolder(async (held) => {
    const path = join(held, 'voice.pcm');
    await writeFile(path, Buffer.alloc(320_000));
    return use(path);
  });

describe('the voice activity process', () => {
  it('finds no speech in silence, within its memory and the sandbox', async () => {
    const activity = createVoiceActivityProcess(options());
    try {
      const found = await withSilence((path) =>
        speechFinder(activity)({ path, durationSeconds: 10, pauses: [] }, signal),
      );
      expect(found).toEqual([]);
    } finally {
      await activity.close();
    }
  });

  it('is killed when it hangs, and the next call has another one', async () => {
    const url = pathToFileURL(join(folder, 'hanging.mjs'));
    const program = `process.on('message', ({ number, input: { path } }) => {
      if (path === 'hang') for (;;);
      process.send({ number, output: [] });
    });
    process.on('disconnect', () => process.exit());`;
    await writeFile(url, program);
    const activity = createVoiceActivityProcess({ ...options(), timeoutMs: 3_000 }, url);
    const call = (path: string) => activity.call('find', { path, startSeconds: 0, endSeconds: 1 }, signal);
    try {
      await expect(call('hang')).rejects.toThrow('the voice activity process ended with SIGKILL');
      expect(await call('next')).toEqual([]);
    } finally {
      await activity.close();
    }
  });
});

/** Describes an encoder, a decoder and tokens as a model that was fetched. */
async function describeModel(modelDir: string, files: readonly string[]): Promise<void> {
  const parts = await Promise.all(
    ['encoder', 'decoder', 'tokens'].map(async (part, place) => {
      const file = files[place] ?? '';
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      return [part, { name: basename(file), sha256 }];
    }),
  );
  const from = { url: 'made', sha256: '' };
  const manifest = { version: 1, type: 'whisper', parts: Object.fromEntries(parts), from };
  await writeFile(join(modelDir, 'speech-model.json'), JSON.stringify(manifest));
}

describe('the transcriber process', () => {
  it('loads the model of its folder, and transcribes what is speech, with its times', async () => {
    const modelDir = join(folder, 'model');
    await mkdir(modelDir);
    await describeModel(modelDir, await makeWhisperModel(modelDir));
    const transcriber = createTranscriberProcess({
      ...options(),
      modelDir,
      memoryBytes: 3 * 2 ** 30,
      threads: 1,
    });
    const speech = [
      { startSeconds: 1, endSeconds: 3 },
      { startSeconds: 6, endSeconds: 8 },
    ];
    try {
      const sentences = await withSilence((path) =>
        localTranscriber(transcriber, ['id']).transcribe(
          { path, startSeconds: 0, endSeconds: 10, speech, sounds: [], language: 'id' },
          signal,
        ),
      );
      expect(sentences).toEqual(speech.map((span) => ({ ...span, text: madeTranscripts.id })));
    } finally {
      await transcriber.close();
    }
  });

  it('ends alone on a model that native code does not understand', async () => {
    const modelDir = join(folder, 'no-model');
    const files = await makeWhisperModel(modelDir);
    await writeFile(files[0] ?? '', 'no network');
    await describeModel(modelDir, files);
    const transcriber = createTranscriberProcess({
      ...options(),
      modelDir,
      memoryBytes: 3 * 2 ** 30,
      threads: 1,
    });
    try {
      await withSilence(async (path) => {
        const samples = { path, startSeconds: 0, endSeconds: 2 };
        for (const language of ['en', 'zh'])
          await expect(transcriber.call('transcribe', { samples, language }, signal)).rejects.toThrow();
      });
    } finally {
      await transcriber.close();
    }
  });
});
