import type { Workload } from '@redline/workload';

/** The webhooks service on a cluster. */
export const workload = {
  name: 'webhooks',
  priority: 'working',
  environment: {
    ENDPOINT_SECRET_KEYS: {
      secret: 'redline-webhooks',
      key: 'secret-keys',
      example: 'first:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    },
    ENDPOINT_NETWORKS: { setting: 'ENDPOINT_NETWORKS', example: '10.20.0.0/16', isOptional: true },
  },
  shutdown: { drainMs: 0, timeoutMs: 15_000 },
  startTimeoutSeconds: 60,
  resources: { cpu: 0.1, memoryMib: 256, peakMemoryMib: 160 },
  scratch: {},
  replicas: { min: 2, max: 6 },
  scaling: { cpuPercent: 70 },
  // URLs may have any port.
  egress: ['internet'],
} as const satisfies Workload;
