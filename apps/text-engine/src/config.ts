import { fileURLToPath } from 'node:url';
import type { EndpointOptions } from '@redline/ai';
import { textJob } from '@redline/contracts';
import type { PacksPlace, ReaderMode } from '@redline/rule-engine/load';
import {
  busServiceSettings,
  ConfigError,
  type ConfigOf,
  loadConfig,
  setting,
} from '@redline/service-kit/config';
import { retentionSetting } from '@redline/service-kit/partitions';
import { sweepLimitsOf, sweepSettings } from '@redline/service-kit/records';
import type { JudgePlace } from './clients/judge/judge-place.ts';

const packSettings = {
  PACKS_DIR: setting.string({
    default: null,
    reason: 'Folder with one rule pack a site; only a bundle, which is elsewhere, needs it',
  }),
  PACKS_COMPILED_DIR: setting.string({
    default: null,
    reason:
      'Folder for compiled packs, read at a tenth of the cost; without it they are compiled at each start',
  }),
};

const readerSettings = {
  READER: setting.enum<ReaderMode>({
    values: ['auto', 'web', 'off'],
    default: 'auto',
    reason:
      'Runtime of the reader: auto takes the native library, or WebAssembly where that does not load; web takes WebAssembly, at an eighth of the speed; off lets rules judge alone, as each record then says',
  }),
};

const modelSettings = {
  MODEL_URL: setting.url({
    protocols: ['http:', 'https:'],
    default: null,
    reason:
      'Base URL of an OpenAI-compatible endpoint, with its version; without it the embedded reviewer is alone',
  }),
  MODEL_KEY: setting.string({
    default: null,
    secret: true,
    reason: 'Sent to the endpoint as a bearer token',
  }),
  MODEL_NAME: setting.string({
    default: null,
    maxLength: 200,
    reason: 'Which model of the endpoint reads texts; needed where MODEL_URL is set',
  }),
  MODEL_TIMEOUT_MS: setting.int({
    default: 8_000,
    min: 100,
    max: 9_000,
    unit: 'ms',
    reason: 'Past it the embedded reviewer answers, and a notice is dropped; retries and waiting included',
  }),
  MODEL_RETRIES: setting.int({
    default: 1,
    min: 0,
    max: 5,
    unit: 'tries',
    reason: 'Further tries within that time after a broken connection, 429, 5xx or an answer out of shape',
  }),
  MODEL_CONCURRENCY: setting.int({
    default: 8,
    min: 1,
    max: 256,
    unit: 'questions',
    reason: 'Questions to the model at the same time; eight times as many may wait',
  }),
  MODEL_FAILURES_MAX: setting.int({
    default: 5,
    min: 1,
    max: 1_000,
    unit: 'failures',
    reason: 'Failures in a row after which the model is left alone',
  }),
  MODEL_REST_MS: setting.int({
    default: 30_000,
    min: 100,
    max: 3_600_000,
    unit: 'ms',
    reason: 'How long it is left alone, before one question is tried',
  }),
};

/** Every setting of the text engine; the table in the README is made from it. */
export const settings = {
  ...busServiceSettings({ opsPort: 9101, service: 'the engine' }),
  JOB_CONCURRENCY: setting.int({
    default: 16,
    min: 1,
    max: 1_000,
    unit: 'jobs',
    reason:
      'Jobs at the same time. They take turns on the judge threads; more only helps while Postgres commits',
  }),
  BATCH_JOB_CONCURRENCY: setting.int({
    default: 2,
    min: 1,
    max: 1_000,
    unit: 'jobs',
    reason:
      'The same for texts of batches, which nobody waits for: a check that comes in between waits for so many at most',
  }),
  JUDGE_THREADS: setting.int({
    default: 1,
    min: 0,
    max: 64,
    unit: 'threads',
    reason:
      'Threads that judge, beside the one that serves; each takes a core and up to 150 MB. 0 judges while serving',
  }),
  JOB_LEASE_MS: setting.lease({
    default: textJob.ackWaitMs,
    max: 600_000,
    reason: 'A job of a worker that died is given to another after this; the same for every replica',
  }),
  ...sweepSettings({
    records: 'checks',
    looksFor: 'checks that nobody will finish',
    neverTaken: 'A check without a job fails after this; longer than a submission can take (25 s)',
    leaseEnded:
      'A check whose worker was lost fails so long after its lease; a redelivery needs a fraction of it',
  }),
  TEXT_RETENTION_DAYS: retentionSetting('text checks'),
  WORDS_CACHE_BYTES: setting.int({
    default: 67_108_864,
    min: 1_048_576,
    max: 4_294_967_296,
    unit: 'bytes',
    reason: 'Word lists ready to search; 20,000 words take about 5 MB, and what is let go is built again',
  }),
  ...readerSettings,
  ...modelSettings,
  ...packSettings,
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each setting that is wrong */
export function readConfig(): Config {
  const config = loadConfig(settings, process.env);
  modelOf(config);
  return config;
}

/** Reads the one setting of `list-texts`. Throws as `readConfig` does. */
export const readDatabaseUrl = (): string =>
  loadConfig({ DATABASE_URL: settings.DATABASE_URL }, process.env).DATABASE_URL;

/** Reads the settings of `compile-packs`. Throws as `readConfig` does. */
export const readPackConfig = (): PackConfig => loadConfig(packSettings, process.env);

export type PackConfig = ConfigOf<typeof packSettings>;

export const packsPlaceOf = ({ PACKS_DIR, PACKS_COMPILED_DIR }: PackConfig): PacksPlace => ({
  folder: PACKS_DIR ?? fileURLToPath(new URL('../../../packs', import.meta.url)),
  compiledDir: PACKS_COMPILED_DIR,
});

/** The place of the packs, and what reads beside their rules. */
export const judgePlaceOf = (config: Config): JudgePlace => ({
  ...packsPlaceOf(config),
  reader: config.READER,
});

/**
 * The model that reads texts; null where none is configured.
 * @throws ConfigError for an endpoint without a model
 */
export function modelOf(config: Config): EndpointOptions | null {
  const { MODEL_URL: url, MODEL_KEY: key, MODEL_NAME: model } = config;
  if (url === null) return null;
  if (model === null) throw new ConfigError(['MODEL_NAME is missing; MODEL_URL is set and needs it']);
  return {
    url,
    key,
    model,
    timeoutMs: config.MODEL_TIMEOUT_MS,
    retriesMax: config.MODEL_RETRIES,
    concurrencyMax: config.MODEL_CONCURRENCY,
    failuresMax: config.MODEL_FAILURES_MAX,
    restMs: config.MODEL_REST_MS,
  };
}

export const limitsOf = (config: Config) => ({
  requestConcurrency: config.REQUEST_CONCURRENCY,
  jobConcurrency: config.JOB_CONCURRENCY,
  batchJobConcurrency: config.BATCH_JOB_CONCURRENCY,
  sweep: sweepLimitsOf(config),
  textRetentionDays: config.TEXT_RETENTION_DAYS,
});
