import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@redline/service-kit/config';
import { manifestName } from '@redline/speech';
import { describe, expect, it } from 'vitest';
import { checkSpeechModel, speechSettings } from './speech-settings.ts';

const configOf = (folder: string | null, url: string | null = null) => ({
  ...loadConfig(speechSettings, folder === null ? {} : { TRANSCRIPTION_MODEL_DIR: folder }),
  TRANSCRIPTION_MODEL_URL: url,
});

describe('the configured speech model', () => {
  it('is accepted where it was fetched to, and none is needed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redline-settings-'));
    try {
      expect(() => checkSpeechModel(configOf(folder))).toThrow(`${manifestName} is missing there`);
      await writeFile(join(folder, manifestName), '{}');
      for (const config of [configOf(folder), configOf(null), configOf(null, 'http://model/v1')])
        expect(() => checkSpeechModel(config)).not.toThrow();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is refused beside an endpoint, since one of the two would be ignored', () => {
    expect(() => checkSpeechModel(configOf('/models/whisper', 'http://model/v1'))).toThrow(
      'are two speech models',
    );
  });
});
