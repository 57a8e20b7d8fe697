import { endpointOf, modelSettings } from '@redline/ai';
import { reportJob } from '@redline/contracts';
import { busServiceSettings, type ConfigOf, loadConfig, setting } from '@redline/service-kit/config';
import { retentionSetting } from '@redline/service-kit/partitions';
import { sweepLimitsOf, sweepSettings } from '@redline/service-kit/records';
import type { Limits } from './app.ts';

/** Every setting of the report service; the table in the README is made from it. */
export const settings = {
  ...busServiceSettings({ opsPort: 9105, service: 'the service' }),
  REPORT_CONCURRENCY: setting.int({
    default: 8,
    min: 1,
    max: 256,
    unit: 'reports',
    reason: 'Reports written at the same time; where a model writes, each waits for it most of its time',
  }),
  REPORT_LEASE_MS: setting.lease({
    default: 10_000,
    max: reportJob.ackWaitMs,
    reason:
      'A report whose writer died is taken over after this, while its client watches; extended while it is worked on, and the same for every replica',
  }),
  REPORT_TIMEOUT_MS: setting.int({
    default: 300_000,
    min: 1_000,
    max: 3_600_000,
    unit: 'ms',
    reason: 'An attempt at a report that lasts longer is cancelled; its sections are stored for the next one',
  }),
  ...sweepSettings({
    records: 'reports',
    looksFor: 'reports that no worker will finish',
    neverTaken: 'A report without a job fails after this; longer than a submission can take (35 s)',
    leaseEnded:
      'A report whose writer was lost fails so long after its lease; a redelivery needs a fraction of it',
  }),
  REPORT_RETENTION_DAYS: retentionSetting('reports'),
  ...modelSettings('WRITER_MODEL', {
    reads: 'phrases reports',
    without: 'without it the embedded writer is alone',
    late: 'the embedded writer writes the section',
    timeoutMs: 30_000,
  }),
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each setting that is wrong */
export function readConfig(): Config {
  const config = loadConfig(settings, process.env);
  writerModelOf(config);
  return config;
}

/**
 * The model that phrases reports; null where none is configured.
 * @throws ConfigError for an endpoint without a model
 */
export const writerModelOf = (config: Config) =>
  endpointOf('WRITER_MODEL', {
    url: config.WRITER_MODEL_URL,
    key: config.WRITER_MODEL_KEY,
    model: config.WRITER_MODEL_NAME,
    timeoutMs: config.WRITER_MODEL_TIMEOUT_MS,
    concurrencyMax: config.WRITER_MODEL_CONCURRENCY,
  });

export const limitsOf = (config: Config): Limits => ({
  requestConcurrency: config.REQUEST_CONCURRENCY,
  reportConcurrency: config.REPORT_CONCURRENCY,
  sweep: sweepLimitsOf(config),
  reportRetentionDays: config.REPORT_RETENTION_DAYS,
});
