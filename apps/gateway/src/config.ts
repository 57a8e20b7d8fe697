import { delegation, streams } from '@redline/contracts';
import {
  type ConfigOf,
  type ConfigSpec,
  loadConfig,
  serviceSettings,
  setting,
} from '@redline/service-kit/config';

const perMinute = (reason: string, contract: number) =>
  setting.int({ default: contract, min: 1, max: 1_000_000, unit: 'requests a minute for each key', reason });

const streamBytes = (reason: string, bytes: number | null = null) =>
  setting.int({ default: bytes, min: 1_048_576, unit: 'bytes', reason });

/** Settings of the streams, which `main.js streams` makes; the gateway that serves requests does not use them. */
const streamSettings = {
  STREAM_REPLICAS: setting.int({
    default: 1,
    min: 1,
    max: 5,
    unit: 'servers',
    reason: 'Argument `streams` alone: how many NATS servers hold each stream; 3 on a cluster',
  }),
  JOBS_MAX_BYTES: streamBytes('Argument `streams` alone: a stream of jobs that is full refuses new ones'),
  EVENTS_MAX_BYTES: streamBytes(
    'Argument `streams` alone: above it events wait in the outbox of their service',
  ),
  DEAD_MAX_BYTES: streamBytes('Argument `streams` alone: above it a dead job stays in JOBS and comes again'),
  REPORTS_MAX_BYTES: streamBytes(
    'Argument `streams` alone: above it the oldest events of reports are discarded; the report service can repeat them',
    streams.reports.maxBytes,
  ),
};

export const settings = {
  ...serviceSettings({ opsPort: 9101 }),
  ...streamSettings,
  HOST: setting.string({
    default: '127.0.0.1',
    reason: 'Address of the public API; 0.0.0.0 in a container',
  }),
  PORT: setting.int({
    default: 8080,
    min: 0,
    max: 65_535,
    reason: 'Port of the public API; 0 takes a free one',
  }),
  TRUST_PROXY: setting.proxies({
    reason:
      'Proxies whose X-Forwarded-For is believed; the client address counts requests without a valid key',
  }),
  TRUST_TRACEPARENT: setting.bool({
    default: false,
    reason:
      "Whether a request's `traceparent` decides its trace and whether that is sampled; true only behind a proxy that sets it. Otherwise the trace is a new one with a link to it",
  }),
  RATE_SUBMISSION: perMinute('POSTs that start a check, a batch or a rewrite, and report streams', 60),
  RATE_QUERY: perMinute('Every other GET', 600),
  RATE_CONFIGURATION: perMinute('Everything else', 120),
  TENANT_SCOPES_PER_KEY: setting.int({
    default: 50_000,
    min: 0,
    max: 10_000_000,
    unit: 'scopes',
    reason: 'One more end tenant than this is refused; it stops clients that send a changing value',
  }),
  KEY_CACHE_TTL_MS: setting.int({
    default: 10_000,
    min: 1,
    max: 10_000,
    unit: 'ms',
    reason: 'A replica that missed the news of a revocation accepts the key for this long',
  }),
  IDEMPOTENCY_LEASE_MS: setting.int({
    default: 30_000,
    min: 500,
    max: 600_000,
    unit: 'ms',
    reason: 'A retry goes on after a gateway that died; longer than one takes to have its job (28 s)',
  }),
  BODY_LIMIT_BYTES: setting.int({
    default: 524_288,
    min: 32_768,
    max: 10_485_760,
    unit: 'bytes',
    reason: 'A batch has ten texts of 5,000 characters, each at most 30 kB in JSON, and thirty URLs',
  }),
  IMPORT_BODY_LIMIT_BYTES: setting.int({
    default: 6_291_456,
    min: 262_144,
    max: 67_108_864,
    unit: 'bytes',
    reason: 'For word imports alone: 2,000 words with replacements and notes take at most 5 MB in JSON',
  }),
  REQUEST_TIMEOUT_MS: setting.int({
    default: 15_000,
    min: 1_000,
    max: 120_000,
    unit: 'ms',
    reason:
      'For the headers of a request, and again for its body unless it is an upload; slower clients get 408',
  }),
  IDLE_CONNECTION_MS: setting.int({
    default: 150_000,
    min: 140_000,
    max: 600_000,
    unit: 'ms',
    reason:
      'A connection without traffic is closed; above the longest answer: an image’s, behind another of its key (132 s)',
  }),
  MEDIA_ENGINE_URL: setting.url({
    protocols: ['http:', 'https:'],
    default: 'http://127.0.0.1:8081',
    reason: 'Where the media engine takes uploads and serves files; /uploads and /assets are passed on to it',
  }),
  MEDIA_CONNECTIONS_MAX: setting.int({
    default: 1_000,
    min: 8,
    max: 100_000,
    unit: 'connections',
    reason:
      'To the media engine for uploads, and as many for files; each takes up to 100 kB. They do not count in MAX_IN_FLIGHT; one client network has an eighth. More than the forms and uploads of all engines (288 each)',
  }),
  UPLOAD_TIMEOUT_MS: setting.int({
    default: 3_600_000,
    min: 10_000,
    max: 86_400_000,
    unit: 'ms',
    reason: 'From the first byte of an upload to its last; as the media engine has it',
  }),
  MAX_CONNECTIONS: setting.int({
    default: 10_000,
    min: 10,
    max: 1_000_000,
    reason: 'Connections past this are dropped',
  }),
  MAX_IN_FLIGHT: setting.int({
    default: 1_000,
    min: 1,
    max: 100_000,
    unit: 'requests',
    reason:
      'Requests past this are answered 500 with Retry-After at once, instead of making all of them slow',
  }),
  REPORT_STREAMS_MAX: setting.int({
    default: 300,
    min: 1,
    max: 100_000,
    unit: 'streams',
    reason:
      'Reports watched at once; past it a new one is 500 and costs nothing. Below MAX_IN_FLIGHT, which counts them too',
  }),
  SUBMISSION_WAITS_MAX: setting.int({
    default: 2_000,
    min: 1,
    max: 100_000,
    unit: 'requests',
    reason:
      'Submissions that wait for their end at once, beside MAX_IN_FLIGHT; past it one is answered at once. One account has an eighth',
  }),
  DELEGATION_SECRETS: setting.secrets({
    default: null,
    minLength: delegation.secretLengthMin,
    reason:
      "Any of them may have signed the console's delegations, its first one does; without one there is no internal listener",
  }),
  INTERNAL_HOST: setting.string({
    default: '127.0.0.1',
    reason: 'Address of the internal listener, for the console alone; never one that the public reaches',
  }),
  INTERNAL_PORT: setting.int({
    default: 8082,
    min: 0,
    max: 65_535,
    reason: 'Port of the internal listener; 0 takes a free one',
  }),
  GUIDES_DIR: setting.string({
    default: null,
    reason: 'Folder of the guides, `docs/api`; left out, that of this checkout, which a bundle does not have',
  }),
} satisfies ConfigSpec;

export type GatewayConfig = ConfigOf<typeof settings>;

/**
 * Reads the settings of this process.
 * @throws ConfigError with one line for each invalid setting
 */
export const readConfig = (): GatewayConfig => loadConfig(settings, process.env);

/** Returns the largest size of each stream, by name. */
export const streamSizesOf = (config: GatewayConfig): Readonly<Record<string, number | null>> => ({
  [streams.jobs.name]: config.JOBS_MAX_BYTES,
  [streams.events.name]: config.EVENTS_MAX_BYTES,
  [streams.dead.name]: config.DEAD_MAX_BYTES,
  [streams.reports.name]: config.REPORTS_MAX_BYTES,
});
