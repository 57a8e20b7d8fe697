import { endpointOf, modelSettings } from '@redline/ai';
import { imageJob, videoJob } from '@redline/contracts';
import { blobSettings, checkBlobStore } from '@redline/service-kit/blob';
import { busServiceSettings, type ConfigOf, loadConfig, setting } from '@redline/service-kit/config';
import { retentionSetting } from '@redline/service-kit/partitions';
import { sweepLimitsOf, sweepSettings } from '@redline/service-kit/records';
import type { Limits } from './app.ts';
import { programSettings } from './program-settings.ts';
import { checkSpeechModel, speechSettings } from './speech-settings.ts';
import { uploadSettings } from './upload-settings.ts';

/** Every setting of the media engine; the table in the README is made from it. */
export const settings = {
  ...busServiceSettings({ opsPort: 9103, service: 'the engine' }),
  IMAGE_CONCURRENCY: setting.int({
    default: 2,
    min: 1,
    max: 64,
    unit: 'images',
    reason: 'Images checked at the same time; each keeps a core busy',
  }),
  IMAGE_LEASE_MS: setting.lease({
    default: 15_000,
    max: imageJob.ackWaitMs,
    reason:
      'An image whose engine died is taken by another after this, well within the minute that its client waits; extended while it is worked on, and the same for every replica',
  }),
  IMAGE_TIMEOUT_MS: setting.int({
    default: 55_000,
    min: 1_000,
    max: 600_000,
    unit: 'ms',
    reason: 'An attempt at an image that lasts longer is cancelled; its client waits for a minute',
  }),
  VIDEO_CONCURRENCY: setting.int({
    default: 1,
    min: 1,
    max: 64,
    unit: 'videos',
    reason: 'Videos checked at the same time; each keeps two cores busy, which slows images down',
  }),
  VIDEO_LEASE_MS: setting.lease({
    default: 30_000,
    max: videoJob.ackWaitMs,
    reason:
      'A video whose engine died is taken over after this; extended while it is worked on, and the same for every replica',
  }),
  VIDEO_TIMEOUT_MS: setting.int({
    default: 3_600_000,
    min: 10_000,
    max: 86_400_000,
    unit: 'ms',
    reason:
      'An attempt at a video that lasts longer is cancelled; its finished steps are stored for the next one',
  }),
  BATCH_IMAGE_CONCURRENCY: setting.int({
    default: 1,
    min: 1,
    max: 64,
    unit: 'images',
    reason: 'Images of batches checked at the same time, beside those that a client waits for',
  }),
  BATCH_IMAGE_TIMEOUT_MS: setting.int({
    default: 600_000,
    min: 1_000,
    max: 3_600_000,
    unit: 'ms',
    reason:
      'An attempt at an image of a batch that lasts longer is cancelled; it has a low priority, and no client waits',
  }),
  BATCH_VIDEO_CONCURRENCY: setting.int({
    default: 1,
    min: 1,
    max: 64,
    unit: 'videos',
    reason: 'Videos of batches checked at the same time, beside single ones',
  }),
  BATCH_NICENESS: setting.int({
    default: 10,
    min: 0,
    max: 19,
    reason:
      'Scheduling priority (nice) of processes for items of batches: at 10 they get a tenth of the CPU time of a normal process, and all of it on an idle machine',
  }),
  ...sweepSettings({
    records: 'checks',
    looksFor: 'checks that no worker will finish',
    neverTaken: 'A check without a job fails after this; longer than a submission can take (35 s)',
    leaseEnded:
      'A check whose worker was lost fails so long after its lease; a redelivery needs a fraction of it',
  }),
  REMOVE_EVERY_MS: setting.int({
    default: 5_000,
    min: 100,
    max: 600_000,
    unit: 'ms',
    reason: 'How often objects of deleted checks are removed',
  }),
  IMAGE_RETENTION_DAYS: retentionSetting('image checks'),
  VIDEO_RETENTION_DAYS: retentionSetting('video checks'),
  ...programSettings,
  ...uploadSettings,
  MEDIA_HTTP_HOST: setting.string({
    default: '127.0.0.1',
    reason: 'Address for uploads and files, which the gateway passes on; 0.0.0.0 in a container',
  }),
  MEDIA_HTTP_PORT: setting.int({
    default: 8081,
    min: 0,
    max: 65_535,
    reason: 'Port for uploads and files; 0 takes a free one',
  }),
  ...modelSettings('VISION_MODEL', {
    reads: 'classifies pictures',
    without: 'without it only words, codes and nudity are checked on pictures, and records say so',
    late: 'the detector has failed',
    timeoutMs: 20_000,
  }),
  ...modelSettings('TRANSCRIPTION_MODEL', {
    reads: 'transcribes speech',
    without: 'without it, and without TRANSCRIPTION_MODEL_DIR, only subtitles are read',
    late: 'the detector has failed',
    timeoutMs: 300_000,
  }),
  ...speechSettings,
  ...blobSettings,
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each setting that is wrong */
export function readConfig(): Config {
  const config = loadConfig(settings, process.env);
  checkBlobStore(config);
  visionModelOf(config);
  transcriptionModelOf(config);
  checkSpeechModel(config);
  return config;
}

/**
 * Returns the vision model; null if none is configured.
 * @throws ConfigError for an endpoint without a model
 */
export const visionModelOf = (config: Config) =>
  endpointOf('VISION_MODEL', {
    url: config.VISION_MODEL_URL,
    key: config.VISION_MODEL_KEY,
    model: config.VISION_MODEL_NAME,
    timeoutMs: config.VISION_MODEL_TIMEOUT_MS,
    concurrencyMax: config.VISION_MODEL_CONCURRENCY,
  });
/** Returns the endpoint of a speech model; null if none is configured. @throws ConfigError for an endpoint without a model */
export const transcriptionModelOf = (config: Config) =>
  endpointOf('TRANSCRIPTION_MODEL', {
    url: config.TRANSCRIPTION_MODEL_URL,
    key: config.TRANSCRIPTION_MODEL_KEY,
    model: config.TRANSCRIPTION_MODEL_NAME,
    timeoutMs: config.TRANSCRIPTION_MODEL_TIMEOUT_MS,
    concurrencyMax: config.TRANSCRIPTION_MODEL_CONCURRENCY,
  });

export const limitsOf = (config: Config): Limits => ({
  requestConcurrency: config.REQUEST_CONCURRENCY,
  imageConcurrency: config.IMAGE_CONCURRENCY,
  videoConcurrency: config.VIDEO_CONCURRENCY,
  batchImageConcurrency: config.BATCH_IMAGE_CONCURRENCY,
  batchVideoConcurrency: config.BATCH_VIDEO_CONCURRENCY,
  sweep: sweepLimitsOf(config),
  removeEveryMs: config.REMOVE_EVERY_MS,
  retentionDays: { image: config.IMAGE_RETENTION_DAYS, video: config.VIDEO_RETENTION_DAYS },
});

/** Returns both kinds of jobs with their leases, and how long an attempt may take. */
export const jobsOf = (config: Config) => ({
  imageJob: { ...imageJob, ackWaitMs: config.IMAGE_LEASE_MS },
  imageTimeoutMs: config.IMAGE_TIMEOUT_MS,
  videoJob: { ...videoJob, ackWaitMs: config.VIDEO_LEASE_MS },
  videoTimeoutMs: config.VIDEO_TIMEOUT_MS,
});
