import { randomBytes } from 'node:crypto';
import type { ServiceName } from './run-service.ts';

/** Short leases and sweeps: how soon the work of a dead process is taken over, or failed. */
export interface Timing {
  readonly jobLeaseMs: number;
  readonly eventAckWaitMs: number;
  readonly sweepEveryMs: number;
  readonly neverTakenMs: number;
  readonly leaseEndedMs: number;
  readonly idempotencyLeaseMs: number;
}

/** Where clients reach the API and the gateway the media engine: the only replica, or the load balancer. */
export interface Addresses {
  readonly apiUrl: string;
  readonly mediaUrl: string;
  readonly blobDir: string;
  /** Keeps compiled packs, which take 6 s of a free core at each start otherwise. */
  readonly packsDir: string;
}

const unlimited = '1000000';
/** The same for all processes of a run. */
const secretsKey = randomBytes(32).toString('base64');

/** Returns the settings of each service, without addresses of its own. */
export function settingsOf(
  timing: Timing,
  { apiUrl, mediaUrl, blobDir, packsDir }: Addresses,
): Readonly<Record<ServiceName, Readonly<Record<string, string>>>> {
  const sweeping = {
    SWEEP_EVERY_MS: String(timing.sweepEveryMs),
    SWEEP_NEVER_TAKEN_MS: String(timing.neverTakenMs),
    SWEEP_LEASE_ENDED_MS: String(timing.leaseEndedMs),
  };
  return {
    billing: { EVENT_ACK_WAIT_MS: String(timing.eventAckWaitMs) },
    'text-engine': {
      JOB_LEASE_MS: String(timing.jobLeaseMs),
      ...sweeping,
      PACKS_COMPILED_DIR: packsDir,
    },
    'media-engine': {
      IMAGE_LEASE_MS: String(timing.jobLeaseMs),
      VIDEO_LEASE_MS: String(timing.jobLeaseMs),
      ...sweeping,
      PUBLIC_URL: apiUrl,
      BLOB_DIR: blobDir,
      UPLOAD_SECRET: randomBytes(32).toString('base64url'),
    },
    'batch-orchestrator': {
      BATCH_LEASE_MS: String(timing.jobLeaseMs),
      EVENT_ACK_WAIT_MS: String(timing.eventAckWaitMs),
      ...sweeping,
    },
    report: { REPORT_LEASE_MS: String(timing.jobLeaseMs), ...sweeping },
    webhooks: {
      EVENT_ACK_WAIT_MS: String(timing.eventAckWaitMs),
      ENDPOINT_SECRET_KEYS: `fault:${secretsKey}`,
      ENDPOINT_NETWORKS: '127.0.0.0/8',
    },
    gateway: {
      MEDIA_ENGINE_URL: mediaUrl,
      RATE_SUBMISSION: unlimited,
      RATE_QUERY: unlimited,
      RATE_CONFIGURATION: unlimited,
      IDEMPOTENCY_LEASE_MS: String(timing.idempotencyLeaseMs),
    },
  };
}

/** Returns the name of the setting of a service's port for clients, if it has one. */
export const portSettingOf = (name: ServiceName): string | undefined =>
  name === 'gateway' ? 'PORT' : name === 'media-engine' ? 'MEDIA_HTTP_PORT' : undefined;
