import { textEvents } from '@redline/contracts';
import { type IsInNetworks, readNetworks } from '@redline/public-client';
import {
  busServiceSettings,
  ConfigError,
  type ConfigOf,
  loadConfig,
  setting,
} from '@redline/service-kit/config';
import type { Limits } from './app.ts';
import type { SecretKey } from './clients/secret-box.ts';
import { defaultWaitsMs } from './domain/schedule.ts';

/** Every setting of the webhooks service; the table in the README is made from it. */
export const settings = {
  ...busServiceSettings({ opsPort: 9107, service: 'the service' }),
  ENDPOINT_SECRET_KEYS: setting.string({
    minLength: 40,
    secret: true,
    reason:
      'Keys that encrypt the secrets of endpoints: `name:base64 of 32 bytes`, with commas between. The first one encrypts, each decrypts. A new one comes behind the others, in the next rollout to the front, and an hour after that the old one may go',
  }),
  ENDPOINT_NETWORKS: setting.string({
    default: null,
    reason:
      'Private networks that endpoints may be in, over http too: `10.0.0.0/8` or `127.0.0.0/8,::1/128`. Without it they are on the public internet, over https alone',
  }),
  RETRY_WAITS_SECONDS: setting.string({
    default: defaultWaitsMs.map((ms) => ms / 1_000).join(','),
    reason:
      'Waits between the attempts of a delivery, each longer or shorter by up to a tenth; after the last it has failed',
  }),
  DELIVERY_CONCURRENCY: setting.int({
    default: 64,
    min: 1,
    max: 1_000,
    unit: 'attempts',
    reason: 'Attempts at the same time; each waits for its endpoint most of its time',
  }),
  ENDPOINT_CONCURRENCY: setting.int({
    default: 8,
    min: 1,
    max: 100,
    unit: 'attempts',
    reason: 'Attempts at one endpoint at the same time, so that one that is slow does not hold the others',
  }),
  ATTEMPT_TIMEOUT_MS: setting.int({
    default: 15_000,
    min: 100,
    max: 60_000,
    unit: 'ms',
    reason: 'An endpoint that has not answered by then has not accepted',
  }),
  DELIVERY_LEASE_MS: setting.int({
    default: 60_000,
    min: 1_000,
    max: 600_000,
    unit: 'ms',
    reason:
      'A delivery of a process that died is attempted again after this; at least twice ATTEMPT_TIMEOUT_MS, and the same for every replica',
  }),
  DELIVERY_POLL_MS: setting.int({
    default: 1_000,
    min: 20,
    max: 60_000,
    unit: 'ms',
    reason: 'How often it looks for retries that are due; new events wake it at once',
  }),
  DELIVERY_RETENTION_DAYS: setting.int({
    default: 7,
    min: 2,
    max: 365,
    unit: 'days',
    reason: 'How long deliveries are kept, to be looked at and sent again; longer than their retries take',
  }),
  EVENT_CONCURRENCY: setting.int({
    default: 8,
    min: 1,
    max: 1_000,
    unit: 'events',
    reason: 'Events of one kind that are queued at the same time',
  }),
  EVENT_ACK_WAIT_MS: setting.lease({
    default: textEvents.completed.ackWaitMs,
    max: 600_000,
    reason: 'An event of a process that died comes again after this; the same for every replica',
  }),
  ERASE_EVERY_MS: setting.int({
    default: 10_000,
    min: 100,
    max: 3_600_000,
    unit: 'ms',
    reason: 'How often endpoints that were deleted are erased with their deliveries',
  }),
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each setting that is wrong */
export function readConfig(): Config {
  const config = loadConfig(settings, process.env);
  secretKeysOf(config);
  networksOf(config);
  waitsOf(config);
  if (config.DELIVERY_LEASE_MS < 2 * config.ATTEMPT_TIMEOUT_MS)
    throw new ConfigError([
      `DELIVERY_LEASE_MS is ${config.DELIVERY_LEASE_MS}; it takes at least twice ATTEMPT_TIMEOUT_MS`,
    ]);
  return config;
}

const keyBytes = 32;

/** Reads the keys. @throws ConfigError */
export function secretKeysOf({
  ENDPOINT_SECRET_KEYS,
}: Pick<Config, 'ENDPOINT_SECRET_KEYS'>): readonly [SecretKey, ...SecretKey[]] {
  const keys = ENDPOINT_SECRET_KEYS.split(',').map((text): SecretKey => {
    const [, name = '', base64 = ''] = /^\s*([a-z0-9-]{1,40}):([A-Za-z0-9+/]+=*)\s*$/.exec(text) ?? [];
    return { name, key: Buffer.from(base64, 'base64') };
  });
  const [first, ...rest] = keys;
  const isRight = keys.every(({ name, key }) => name !== '' && key.length === keyBytes);
  if (!first || !isRight || new Set(keys.map(({ name }) => name)).size < keys.length)
    throw new ConfigError([
      'ENDPOINT_SECRET_KEYS is not acceptable (its value is not shown); it takes `name:base64 of 32 bytes`, each name once, with commas between',
    ]);
  return [first, ...rest];
}

/** Reads the networks that endpoints may be in; null where none is named. @throws ConfigError */
export function networksOf({ ENDPOINT_NETWORKS }: Pick<Config, 'ENDPOINT_NETWORKS'>): IsInNetworks | null {
  if (ENDPOINT_NETWORKS === null) return null;
  try {
    return readNetworks(ENDPOINT_NETWORKS.split(',').map((cidr) => cidr.trim()));
  } catch {
    throw new ConfigError([
      `ENDPOINT_NETWORKS is ${JSON.stringify(ENDPOINT_NETWORKS)}; it takes networks such as 10.0.0.0/8, with commas between`,
    ]);
  }
}

const waitsMax = 50;
const waitSecondsMax = 604_800;

/** Reads the waits between attempts, in ms. @throws ConfigError */
export function waitsOf({ RETRY_WAITS_SECONDS }: Pick<Config, 'RETRY_WAITS_SECONDS'>): readonly number[] {
  const waits = RETRY_WAITS_SECONDS.split(',').map((text) =>
    /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : Number.NaN,
  );
  if (waits.length > waitsMax || !waits.every((wait) => wait <= waitSecondsMax))
    throw new ConfigError([
      `RETRY_WAITS_SECONDS is ${JSON.stringify(RETRY_WAITS_SECONDS)}; it takes up to ${waitsMax} numbers of seconds, each up to a week, with commas between`,
    ]);
  return waits.map((wait) => wait * 1_000);
}

/** Shorter than a process has to end. */
const stopShare = 0.6;

export const limitsOf = (config: Config): Limits => ({
  requestConcurrency: config.REQUEST_CONCURRENCY,
  eventConcurrency: config.EVENT_CONCURRENCY,
  eventAckWaitMs: config.EVENT_ACK_WAIT_MS,
  deliveries: {
    concurrency: config.DELIVERY_CONCURRENCY,
    ofEndpoint: config.ENDPOINT_CONCURRENCY,
    leaseMs: config.DELIVERY_LEASE_MS,
    pollMs: config.DELIVERY_POLL_MS,
    stopTimeoutMs: config.SHUTDOWN_TIMEOUT_MS * stopShare,
  },
  retentionDays: config.DELIVERY_RETENTION_DAYS,
  eraseEveryMs: config.ERASE_EVERY_MS,
});
