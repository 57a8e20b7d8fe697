import { fileURLToPath } from 'node:url';
import { textJob } from '@redline/contracts';
import { type ConfigOf, loadConfig, serviceSettings, setting } from '@redline/service-kit/config';
import type { PacksPlace } from './clients/compiled-packs.ts';

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

/** Every setting of the text engine; the table in the README is made from it. */
export const settings = {
  ...serviceSettings({ opsPort: 9101 }),
  REQUEST_CONCURRENCY: setting.int({
    default: 256,
    min: 1,
    max: 10_000,
    unit: 'requests',
    reason: 'Requests of one kind at the same time; those past it are told at once that the engine is busy',
  }),
  JOB_CONCURRENCY: setting.int({
    default: 16,
    min: 1,
    max: 1_000,
    unit: 'jobs',
    reason:
      'Jobs at the same time. They take turns on the judge threads; more only helps while Postgres commits',
  }),
  JUDGE_THREADS: setting.int({
    default: 1,
    min: 0,
    max: 64,
    unit: 'threads',
    reason:
      'Threads that judge, beside the one that serves; each takes a core and up to 80 MB. 0 judges while serving',
  }),
  JOB_LEASE_MS: setting.int({
    default: textJob.ackWaitMs,
    min: 1_000,
    max: 600_000,
    unit: 'ms',
    reason: 'A job of a worker that died is given to another after this; the same for every replica',
  }),
  SWEEP_EVERY_MS: setting.int({
    default: 15_000,
    min: 100,
    max: 600_000,
    unit: 'ms',
    reason: 'How often the sweeper looks for checks that nobody will finish',
  }),
  SWEEP_NEVER_TAKEN_MS: setting.int({
    default: 120_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'ms',
    reason: 'A check without a job fails after this; longer than a submission can take (25 s)',
  }),
  SWEEP_LEASE_ENDED_MS: setting.int({
    default: 300_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'ms',
    reason:
      'A check whose worker was lost fails so long after its lease; a redelivery needs a fraction of it',
  }),
  SWEEP_BATCH_SIZE: setting.int({
    default: 100,
    min: 1,
    max: 1_000,
    unit: 'checks',
    reason: 'Questions to NATS at the same time',
  }),
  WORDS_CACHE_BYTES: setting.int({
    default: 67_108_864,
    min: 1_048_576,
    max: 4_294_967_296,
    unit: 'bytes',
    reason: 'Word lists ready to search; 20,000 words take about 5 MB, and what is let go is built again',
  }),
  ...packSettings,
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each setting that is wrong */
export const readConfig = (): Config => loadConfig(settings, process.env);

/** What compiling packs needs to know. Throws as `readConfig` does. */
export const readPackConfig = (): PackConfig => loadConfig(packSettings, process.env);

export type PackConfig = ConfigOf<typeof packSettings>;

export const packsPlaceOf = ({ PACKS_DIR, PACKS_COMPILED_DIR }: PackConfig): PacksPlace => ({
  folder: PACKS_DIR ?? fileURLToPath(new URL('../packs', import.meta.url)),
  compiledDir: PACKS_COMPILED_DIR,
});

export const limitsOf = (config: Config) => ({
  requestConcurrency: config.REQUEST_CONCURRENCY,
  jobConcurrency: config.JOB_CONCURRENCY,
  sweepEveryMs: config.SWEEP_EVERY_MS,
  sweepNeverTakenMs: config.SWEEP_NEVER_TAKEN_MS,
  sweepLeaseEndedMs: config.SWEEP_LEASE_ENDED_MS,
  sweepBatchSize: config.SWEEP_BATCH_SIZE,
});
