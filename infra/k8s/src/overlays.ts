import type { Entrance } from './manifests/ingress.ts';
import type { Outside } from './manifests/network.ts';
import type { PostgresPlan } from './servers/postgres.ts';
import { versions } from './versions.ts';

/** What differs from cluster to cluster. */
export interface Overlay {
  readonly name: string;
  /**
   * The tag of each service's image: the versions of this checkout, and in their place one that is held or taken back. A
   * release puts digests there (`kustomize edit set image`).
   */
  readonly imageTags: Readonly<Record<string, string>>;
  readonly registry: string;
  /** Values of the config map that services read settings from. */
  readonly settings: Readonly<Record<string, string>>;
  readonly entrance: Entrance;
  readonly outside: Outside;
  readonly postgres: PostgresPlan;
  readonly natsStorageGib: number;
  /** Replicas at least and at most, where they are not those of the workload. */
  readonly replicas: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  /** Annotations of service accounts, such as the identity of a cloud. */
  readonly identities: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const gib = 2 ** 30;

const streamSizes = (storageGib: number) => ({
  // Together below the volume, and each on its own: a stream that is full says so, a volume that is full ends the server.
  JOBS_MAX_BYTES: String(Math.floor(storageGib * 0.3 * gib)),
  EVENTS_MAX_BYTES: String(Math.floor(storageGib * 0.4 * gib)),
  DEAD_MAX_BYTES: String(Math.floor(storageGib * 0.1 * gib)),
});

/** A trial: one Postgres, small volumes, few replicas. Hosts, registry and endpoints are examples: put yours in their place. */
export const staging: Overlay = {
  name: 'staging',
  registry: 'registry.example.com',
  imageTags: versions,
  settings: {
    PUBLIC_URL: 'https://api.staging.redline.example.com',
    CONSOLE_URL: 'https://console.staging.redline.example.com',
    MAIL_FROM: 'Redline <redline@staging.redline.example.com>',
    TRUST_PROXY: 'uniquelocal',
    LOG_LEVEL: 'debug',
    S3_BUCKET: 'redline-staging-media',
    S3_REGION: 'eu-central-1',
    ...streamSizes(8),
  },
  entrance: {
    host: 'api.staging.redline.example.com',
    consoleHost: 'console.staging.redline.example.com',
    tlsSecret: 'redline-tls',
    ingressClass: 'nginx',
  },
  outside: { models: [], storage: [], mail: [{ namespace: 'mail', port: 587 }], traces: [], receivers: [] },
  postgres: { instances: 1, storageGib: 20, memoryGib: 2, cpu: 1 },
  natsStorageGib: 8,
  replicas: {
    gateway: { min: 2, max: 3 },
    billing: { min: 1, max: 2 },
    'text-engine': { min: 1, max: 4 },
    'media-engine': { min: 1, max: 4 },
    'batch-orchestrator': { min: 1, max: 2 },
    report: { min: 1, max: 2 },
    webhooks: { min: 1, max: 2 },
    console: { min: 1, max: 2 },
  },
  identities: {},
};

/** A production of some ten million checks a month. */
export const production: Overlay = {
  name: 'production',
  registry: 'registry.example.com',
  imageTags: versions,
  settings: {
    PUBLIC_URL: 'https://api.redline.example.com',
    CONSOLE_URL: 'https://console.redline.example.com',
    MAIL_FROM: 'Redline <redline@redline.example.com>',
    TRUST_PROXY: 'uniquelocal',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring:4318',
    S3_BUCKET: 'redline-media',
    S3_REGION: 'eu-central-1',
    MODEL_URL: 'http://models.inference:8000/v1',
    MODEL_NAME: 'reviewer',
    ...streamSizes(50),
  },
  entrance: {
    host: 'api.redline.example.com',
    consoleHost: 'console.redline.example.com',
    tlsSecret: 'redline-tls',
    ingressClass: 'nginx',
  },
  outside: {
    // A model of one's own, in a namespace of its own.
    models: [{ namespace: 'inference', port: 8_000 }],
    // Object storage has public addresses here; the media engine reaches those anyway.
    storage: [],
    mail: [{ namespace: 'mail', port: 587 }],
    traces: [{ namespace: 'monitoring', port: 4_318 }],
    receivers: [],
  },
  postgres: {
    instances: 3,
    storageGib: 500,
    memoryGib: 16,
    cpu: 4,
    backups: 's3://redline-backups/postgres',
  },
  natsStorageGib: 50,
  replicas: {},
  identities: {
    'media-engine': { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::111122223333:role/redline-media' },
  },
};

export const overlays: readonly Overlay[] = [staging, production];
