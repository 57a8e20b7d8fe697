import { batchJob, textEvents } from '@redline/contracts';
import { busServiceSettings, type ConfigOf, loadConfig, setting } from '@redline/service-kit/config';
import { retentionSetting } from '@redline/service-kit/partitions';
import { sweepLimitsOf, sweepSettings } from '@redline/service-kit/records';
import type { Limits } from './app.ts';

/** Every setting of the batch orchestrator; the table in the README is made from it. */
export const settings = {
  ...busServiceSettings({ opsPort: 9104, service: 'the orchestrator' }),
  BATCH_CONCURRENCY: setting.int({
    default: 16,
    min: 1,
    max: 1_000,
    unit: 'batches',
    reason: 'Batches dispatched at the same time; each offers ten items of a kind to an owner at once',
  }),
  BATCH_LEASE_MS: setting.lease({
    default: batchJob.ackWaitMs,
    max: batchJob.ackWaitMs,
    reason:
      'A batch whose orchestrator died is taken over after this; extended while it is dispatched, and the same for every replica',
  }),
  HAND_OUT_TIMEOUT_MS: setting.int({
    default: 300_000,
    min: 1_000,
    max: 3_600_000,
    unit: 'ms',
    reason:
      'Timeout of one attempt at dispatching a batch whose owner does not answer; after six attempts waiting items are refunded',
  }),
  EVENT_CONCURRENCY: setting.int({
    default: 4,
    min: 1,
    max: 1_000,
    unit: 'events',
    reason: 'Events of one kind at the same time; those of one batch take turns',
  }),
  EVENT_ACK_WAIT_MS: setting.lease({
    default: textEvents.completed.ackWaitMs,
    max: 600_000,
    reason: 'An event of an orchestrator that died comes again after this; the same for every replica',
  }),
  ...sweepSettings({
    records: 'batches',
    looksFor: 'batches that no worker will dispatch, and lost deletions',
    neverTaken:
      'A batch without a job is refunded after this, a deletion without one queued again; longer than a submission can take (35 s)',
    leaseEnded:
      'A batch whose orchestrator was lost is refunded so long after its lease; a redelivery needs a fraction of it',
  }),
  ASK_EVERY_MS: setting.int({
    default: 30_000,
    min: 100,
    max: 3_600_000,
    unit: 'ms',
    reason: 'How often open items without an event are reconciled',
  }),
  ASK_SILENT_MS: setting.int({
    default: 600_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'ms',
    reason:
      'An open item without an event for so long is looked up at its owner, and again after the same time',
  }),
  ASK_BATCH_SIZE: setting.int({
    default: 100,
    min: 1,
    max: 1_000,
    unit: 'items',
    reason: 'Items that are looked up in one turn, one by one',
  }),
  BATCH_RETENTION_DAYS: retentionSetting('batches'),
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each setting that is wrong */
export const readConfig = (): Config => loadConfig(settings, process.env);

export const limitsOf = (config: Config): Limits => ({
  requestConcurrency: config.REQUEST_CONCURRENCY,
  batchConcurrency: config.BATCH_CONCURRENCY,
  eventConcurrency: config.EVENT_CONCURRENCY,
  eventAckWaitMs: config.EVENT_ACK_WAIT_MS,
  sweep: sweepLimitsOf(config),
  askEveryMs: config.ASK_EVERY_MS,
  askSilentMs: config.ASK_SILENT_MS,
  askBatchSize: config.ASK_BATCH_SIZE,
  batchRetentionDays: config.BATCH_RETENTION_DAYS,
});
