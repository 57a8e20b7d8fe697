import { logLevels } from '../log/create-logger.ts';
import { setting } from './setting.ts';

/** The settings of how a client of the bus proves who it is, and knows whom it speaks to. */
export const busCredentialSettings = {
  NATS_PASSWORD_FILE: setting.string({
    default: null,
    reason:
      'A file with the password of the user that `NATS_URL` names, in place of one in there; read again at each reconnect',
  }),
  NATS_TLS_CA_FILE: setting.string({
    default: null,
    reason:
      'PEM of the authority that signed the certificates of NATS; with it the bus is spoken to in TLS only. Without it the public ones, where `NATS_URL` begins with tls://',
  }),
  NATS_TLS_CERT_FILE: setting.string({
    default: null,
    reason: "PEM of the service's own certificate, where NATS asks for one",
  }),
  NATS_TLS_KEY_FILE: setting.string({ default: null, reason: 'PEM of the key of that certificate' }),
};

/**
 * The settings that every service with a database and a bus has, under the same names and bounds.
 * @param defaults `opsPort` where the service answers for its health and metrics
 * @returns settings to be spread into the service's own spec
 */
export function serviceSettings(defaults: { readonly opsPort: number }) {
  return {
    DATABASE_URL: setting.url({
      protocols: ['postgres:', 'postgresql:'],
      reason: "The service's own Postgres database; no other service reads it",
    }),
    DATABASE_POOL_MAX: setting.int({
      default: 10,
      min: 1,
      max: 200,
      unit: 'connections',
      reason: 'Times the replicas it must stay below what Postgres allows',
    }),
    DATABASE_STATEMENT_TIMEOUT_MS: setting.int({
      default: 5_000,
      min: 100,
      max: 120_000,
      unit: 'ms',
      reason:
        'A statement slower than this holds up everybody and is cancelled; `migrate` writes it into the database',
    }),
    DATABASE_PREPARED_STATEMENTS: setting.bool({
      default: true,
      reason:
        'Statements are planned once for each connection; false behind a pooler that does not know prepared statements in transaction mode, as PgBouncer before 1.21',
    }),
    NATS_URL: setting.url({
      protocols: ['nats:', 'tls:'],
      many: true,
      default: 'nats://127.0.0.1:4222',
      reason:
        'The message bus with JetStream: of a cluster every server, so that one that is down stops nobody',
    }),
    ...busCredentialSettings,
    OPS_HOST: setting.string({
      default: '127.0.0.1',
      reason: 'Address for health and metrics; 0.0.0.0 in a container',
    }),
    OPS_PORT: setting.int({
      default: defaults.opsPort,
      min: 0,
      max: 65_535,
      reason: 'Port for /healthz, /readyz and /metrics; 0 takes a free one',
    }),
    LOG_LEVEL: setting.enum({ values: logLevels, default: 'info', reason: 'Lines below it are not written' }),
    OTEL_EXPORTER_OTLP_ENDPOINT: setting.url({
      protocols: ['http:', 'https:'],
      default: null,
      reason: 'Base URL of an OpenTelemetry collector (OTLP over HTTP); without it no traces are made',
    }),
    TRACES_SAMPLED_PERCENT: setting.int({
      default: 100,
      min: 0,
      max: 100,
      unit: '%',
      reason:
        'Of the traces that begin here; one that another service began is sampled if that has sampled it',
    }),
    SHUTDOWN_DRAIN_MS: setting.int({
      default: 0,
      min: 0,
      max: 60_000,
      unit: 'ms',
      reason:
        'So long after SIGTERM it goes on as before while /readyz fails; on a cluster longer than routes take to go, such as 10000',
    }),
    SHUTDOWN_TIMEOUT_MS: setting.int({
      default: 15_000,
      min: 100,
      max: 120_000,
      unit: 'ms',
      reason: 'Work not finished by then is handed back; shorter than the orchestrator waits before it kills',
    }),
  };
}

/**
 * The same, and what a service has that answers requests on the bus.
 * @param options `service` as the README calls it: `the engine`
 */
export const busServiceSettings = ({
  service,
  ...defaults
}: {
  readonly opsPort: number;
  readonly service: string;
}) => ({
  ...serviceSettings(defaults),
  REQUEST_CONCURRENCY: setting.int({
    default: 256,
    min: 1,
    max: 10_000,
    unit: 'requests',
    reason: `Requests of one kind at the same time; those past it are told at once that ${service} is busy`,
  }),
});
