import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSenseVoiceModel, makeWhisperModel } from '@redline/testkit/speech-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchSpeechModel } from './fetch-model.ts';
import { readSpeechModel } from './speech-model.ts';

let folder: string;
let server: Server;
let base: string;
const served = new Map<string, Buffer>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-speech-'));
  server = createServer((request, response) => {
    const body = served.get(request.url ?? '');
    response.writeHead(body ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** Serves a folder as an archive, as models are published: with one folder in it. */
async function serve(name: string, make: (path: string) => Promise<unknown>) {
  await make(join(folder, 'packed', name));
  const archive = execFileSync('tar', ['-czf', '-', '-C', join(folder, 'packed'), name]);
  served.set(`/${name}.tar.gz`, archive);
  return { url: `${base}/${name}.tar.gz`, sha256: createHash('sha256').update(archive).digest('hex') };
}
const at = (name: string) => join(folder, 'models', name);

describe('a speech model', () => {
  it('of Whisper is fetched, with what is needed of it, and can be read by everybody', async () => {
    const from = await serve('whisper-made', async (path) => {
      await makeWhisperModel(path);
      await mkdir(join(path, 'test_wavs'));
      await writeFile(join(path, 'test_wavs', '0.wav'), 'a sound');
      await writeFile(join(path, 'LICENSE'), 'the licence');
    });
    const manifest = await fetchSpeechModel({ ...from, folder: at('whisper') });
    expect(manifest).toMatchObject({ version: 1, type: 'whisper', from });
    expect((await readdir(at('whisper'))).sort()).toEqual([
      'LICENSE',
      'made-decoder.onnx',
      'made-encoder.onnx',
      'made-tokens.txt',
      'speech-model.json',
    ]);
    expect((await stat(at('whisper'))).mode & 0o777).toBe(0o755);
    for (const name of await readdir(at('whisper')))
      expect((await stat(join(at('whisper'), name))).mode & 0o777).toBe(0o644);
    expect((await readSpeechModel(at('whisper'))).paths['encoder']).toBe(
      join(at('whisper'), 'made-encoder.onnx'),
    );
  });

  it('of SenseVoice is told by its fields, and where there are two the one of eight bits is taken', async () => {
    const from = await serve('sense-voice-made', async (path) => {
      await makeSenseVoiceModel(path);
      await writeFile(join(path, 'model.int8.onnx'), await readFile(join(path, 'model.onnx')));
    });
    const manifest = await fetchSpeechModel({
      ...from,
      sha256: from.sha256.toUpperCase(),
      folder: at('sense'),
    });
    expect(manifest).toMatchObject({ type: 'sense_voice', parts: { model: { name: 'model.int8.onnx' } } });
  });

  it.each<[string, () => Promise<object> | object, RegExp]>([
    [
      'is another file',
      async () => ({ ...(await serve('other', makeWhisperModel)), sha256: '0'.repeat(64) }),
      /is [0-9a-f]{64}, not 0{64}/,
    ],
    ['is not there', () => ({ url: `${base}/none`, sha256: '0'.repeat(64) }), /answered with 404/],
    [
      'cannot be reached',
      () => ({ url: 'http://127.0.0.1:1/x', sha256: '0'.repeat(64) }),
      /cannot be reached/,
    ],
    ['has no such hash', () => ({ url: base, sha256: 'abc' }), /64 hexadecimal/],
    ['has no such address', () => ({ url: 'file:///x', sha256: '0'.repeat(64) }), /must begin with/],
    [
      'is no archive',
      () => {
        const body = Buffer.from('a page');
        served.set('/page', body);
        return { url: `${base}/page`, sha256: createHash('sha256').update(body).digest('hex') };
      },
      /no archive/,
    ],
    [
      'is of another kind',
      () =>
        serve('other-kind', async (path) => {
          await mkdir(path, { recursive: true });
          for (const name of ['model.onnx', 'tokens.txt'])
            await writeFile(join(path, name), 'something else');
        }),
      /no model of Whisper or SenseVoice/,
    ],
  ])('that %s is refused with a sentence, and nothing is left', async (_, from, sentence) => {
    const options = (await from()) as { url: string; sha256: string };
    await expect(fetchSpeechModel({ ...options, folder: at('refused') })).rejects.toThrow(sentence);
    const left = await readdir(join(folder, 'models')).catch(() => []);
    expect(left.filter((name) => name === 'refused' || name.startsWith('.'))).toEqual([]);
  });

  it('replaces nothing', async () => {
    const from = await serve('second', makeWhisperModel);
    await mkdir(at('kept'), { recursive: true });
    await writeFile(join(at('kept'), 'mine'), '');
    await expect(fetchSpeechModel({ ...from, folder: at('kept') })).rejects.toThrow('is not empty');
    expect(await readdir(at('kept'))).toEqual(['mine']);
  });
});

describe('the folder of a speech model', () => {
  it('is refused if a file is missing or has changed', async () => {
    const from = await serve('changed', makeWhisperModel);
    await fetchSpeechModel({ ...from, folder: at('changed') });
    await writeFile(join(at('changed'), 'made-decoder.onnx'), 'another one');
    await expect(readSpeechModel(at('changed'))).rejects.toThrow('its SHA-256 differs');
    await rm(join(at('changed'), 'made-decoder.onnx'));
    await expect(readSpeechModel(at('changed'))).rejects.toThrow('cannot be read: ENOENT');
    await rm(join(at('changed'), 'speech-model.json'));
    await expect(readSpeechModel(at('changed'))).rejects.toThrow('speech-model.json is missing');
  });

  it.each(['', '{}', '{"version":1,"type":"whisper","parts":{},"from":{"url":"","sha256":""}}'])(
    'is refused if its description is %j',
    async (text) => {
      await mkdir(at('odd'), { recursive: true });
      await writeFile(join(at('odd'), 'speech-model.json'), text);
      await expect(readSpeechModel(at('odd'))).rejects.toThrow('is not the description of a speech model');
    },
  );
});
