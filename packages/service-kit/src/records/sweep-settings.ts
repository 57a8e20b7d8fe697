import { setting } from '../config/setting.ts';
import type { StrandedLimits } from './stranded.ts';

/** How a sweeper works, as the service's settings say it. */
export interface SweepLimits extends StrandedLimits {
  /** From the end of one turn to the start of the next. */
  readonly everyMs: number;
  /** Records that are looked at together, each with a question to NATS. */
  readonly batchSize: number;
}

/** Says in the README, for each setting, why it exists. */
export interface SweepSettingsText {
  /** Plural name of the records: `reports`. */
  readonly records: string;
  /** Completes "How often the sweeper looks for …". */
  readonly looksFor: string;
  readonly neverTaken: string;
  readonly leaseEnded: string;
}

/** Settings of the sweeper of a service, to be spread into its spec. */
export function sweepSettings(text: SweepSettingsText) {
  return {
    SWEEP_EVERY_MS: setting.int({
      default: 15_000,
      min: 100,
      max: 600_000,
      unit: 'ms',
      reason: `How often the sweeper looks for ${text.looksFor}`,
    }),
    SWEEP_NEVER_TAKEN_MS: setting.int({
      default: 120_000,
      min: 1_000,
      max: 86_400_000,
      unit: 'ms',
      reason: text.neverTaken,
    }),
    SWEEP_LEASE_ENDED_MS: setting.int({
      default: 180_000,
      min: 1_000,
      max: 86_400_000,
      unit: 'ms',
      reason: text.leaseEnded,
    }),
    SWEEP_BATCH_SIZE: setting.int({
      default: 100,
      min: 1,
      max: 1_000,
      unit: text.records,
      reason: 'Questions to NATS at the same time',
    }),
  };
}

/** The sweeper's settings as `sweepSettings` named them. */
export const sweepLimitsOf = (config: {
  readonly SWEEP_EVERY_MS: number;
  readonly SWEEP_NEVER_TAKEN_MS: number;
  readonly SWEEP_LEASE_ENDED_MS: number;
  readonly SWEEP_BATCH_SIZE: number;
}): SweepLimits => ({
  everyMs: config.SWEEP_EVERY_MS,
  neverTakenMs: config.SWEEP_NEVER_TAKEN_MS,
  leaseEndedMs: config.SWEEP_LEASE_ENDED_MS,
  batchSize: config.SWEEP_BATCH_SIZE,
});
