import { textEvents } from '@redline/contracts';
import { busServiceSettings, type ConfigOf, loadConfig, setting } from '@redline/service-kit/config';
import type { Limits } from './app.ts';

/** All settings of billing; the table in the README is generated from them. */
export const settings = {
  ...busServiceSettings({ opsPort: 9102, service: 'billing' }),
  REFUND_CONCURRENCY: setting.int({
    default: 4,
    min: 1,
    max: 100,
    unit: 'events',
    reason: 'Refunds at the same time; below the connections, so that a wave of them leaves room for charges',
  }),
  EVENT_ACK_WAIT_MS: setting.lease({
    default: textEvents.failed.ackWaitMs,
    max: 600_000,
    reason: 'An event whose refund died with its replica comes again after this; the same for every replica',
  }),
  RECONCILE_EVERY_MS: setting.int({
    default: 86_400_000,
    min: 1_000,
    max: 604_800_000,
    unit: 'ms',
    reason:
      'How often charges are compared with the records they paid for, by one replica; the same for every one',
  }),
  ERASE_EVERY_MS: setting.int({
    default: 10_000,
    min: 100,
    max: 3_600_000,
    unit: 'ms',
    reason:
      'How often the owners of data are asked to go on erasing an account; one that does not end waits for this',
  }),
  ERASE_WAIT_MS: setting.int({
    default: 300_000,
    min: 100,
    max: 3_600_000,
    unit: 'ms',
    reason:
      'An erasure ends after this at the earliest: submissions and credentials of before it have become records or ended',
  }),
  CREDITS_LOW_AT: setting.int({
    default: 100,
    min: 0,
    max: 1_000_000,
    unit: 'credits',
    reason:
      'Webhooks tell an account once that its credits on a site have fallen below this, and again after they have risen to it; 0 never',
  }),
  SIGNUP_CREDITS: setting.int({
    default: 0,
    min: 0,
    max: 1_000_000,
    unit: 'credits',
    reason: 'Granted on each site, once for each address, to who signs up in the console; they do not expire',
  }),
  AUDIT_TIMEOUT_MS: setting.int({
    default: 55_000,
    min: 1_000,
    max: 600_000,
    unit: 'ms',
    reason: 'A request for an audit is answered by then, complete or to be continued; the asker waits 60 s',
  }),
  AUDIT_EVERY_MS: setting.int({
    default: 3_600_000,
    min: 1_000,
    max: 604_800_000,
    unit: 'ms',
    reason: 'How often what is new in the ledger is audited, by one replica; the same for every one',
  }),
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each invalid setting */
export const readConfig = (): Config => loadConfig(settings, process.env);

export const limitsOf = (config: Config): Limits => ({
  requestConcurrency: config.REQUEST_CONCURRENCY,
  refundConcurrency: config.REFUND_CONCURRENCY,
  eventAckWaitMs: config.EVENT_ACK_WAIT_MS,
  reconcileEveryMs: config.RECONCILE_EVERY_MS,
  auditEveryMs: config.AUDIT_EVERY_MS,
  eraseEveryMs: config.ERASE_EVERY_MS,
});
