import type { Workload } from '@redline/workload';

/** The gateway on a cluster. */
export const workload = {
  name: 'gateway',
  httpPort: 8080,
  reachedBy: 'ingress',
  internal: { port: 8082, reachedBy: ['console'] },
  priority: 'serving',
  environment: {
    HOST: '0.0.0.0',
    PORT: '8080',
    MEDIA_ENGINE_URL: 'http://media-engine:8081',
    INTERNAL_HOST: '0.0.0.0',
    INTERNAL_PORT: '8082',
    DELEGATION_SECRETS: {
      secret: 'redline-delegations',
      key: 'secrets',
      example: 'thirty-two-letters-or-more-of-them',
    },
    TRUST_PROXY: { setting: 'TRUST_PROXY', example: 'uniquelocal' },
  },
  // An image that is waited for is answered with its record as it is, so nobody is waited out.
  shutdown: { drainMs: 10_000, timeoutMs: 15_000 },
  startTimeoutSeconds: 60,
  resources: { cpu: 0.5, memoryMib: 512, peakMemoryMib: 205 },
  scratch: {},
  replicas: { min: 3, max: 12 },
  scaling: { requestsPerSecond: 150 },
  egress: [{ service: 'media-engine' }],
} as const satisfies Workload;
