import type { Workload } from '@redline/workload';

/** Billing on a cluster. */
export const workload = {
  name: 'billing',
  priority: 'serving',
  environment: { SIGNUP_CREDITS: { setting: 'SIGNUP_CREDITS', example: '50', isOptional: true } },
  shutdown: { drainMs: 5_000, timeoutMs: 15_000 },
  startTimeoutSeconds: 60,
  resources: { cpu: 0.25, memoryMib: 384, peakMemoryMib: 131 },
  scratch: {},
  replicas: { min: 2, max: 4 },
  // Requests come over the bus, where nothing waits in a stream.
  scaling: { cpuPercent: 70 },
  egress: [],
} as const satisfies Workload;
