import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type ConfigOf, setting } from '@redline/service-kit/config';
import { manifestName } from '@redline/speech';

/** The settings of transcription by a model of this installation, and of the languages of any speech model. */
export const speechSettings = {
  TRANSCRIPTION_MODEL_DIR: setting.string({
    default: null,
    reason:
      'Folder of a speech model that this service loads itself, in place of an endpoint; `npm run -s admin -- speech-model fetch` writes it. Read by a process of low rights, so by everybody',
  }),
  TRANSCRIPTION_MODEL_MEMORY_MB: setting.int({
    default: 3_072,
    min: 512,
    max: 65_536,
    unit: 'MB',
    reason:
      'Memory that each process with that model may write, one for single checks and one for batches; Whisper base takes 0.9 GB',
  }),
  TRANSCRIPTION_MODEL_THREADS: setting.int({
    default: 1,
    min: 1,
    max: 64,
    unit: 'threads',
    reason: 'Cores that each of them keeps busy',
  }),
  TRANSCRIPTION_LANGUAGES: setting.string({
    default: 'en,id,zh',
    maxLength: 1_000,
    reason: 'Languages that the speech model understands, as ISO 639-1 names them, with commas between',
  }),
};

/**
 * Looks whether the configured speech model is there, and is the only one.
 * @throws ConfigError if it is not
 */
export function checkSpeechModel(
  config: ConfigOf<typeof speechSettings> & { readonly TRANSCRIPTION_MODEL_URL: string | null },
): void {
  const folder = config.TRANSCRIPTION_MODEL_DIR;
  if (folder === null) return;
  if (config.TRANSCRIPTION_MODEL_URL !== null)
    throw new ConfigError([
      'TRANSCRIPTION_MODEL_DIR and TRANSCRIPTION_MODEL_URL are two speech models; one of them is used',
    ]);
  if (!existsSync(join(folder, manifestName)))
    throw new ConfigError([
      `TRANSCRIPTION_MODEL_DIR is "${folder}", where no speech model is: ${manifestName} is missing there`,
    ]);
}
