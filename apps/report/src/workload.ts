import type { Workload } from '@redline/workload';

/** The report service on a cluster. */
export const workload = {
  name: 'report',
  priority: 'working',
  environment: {
    WRITER_MODEL_URL: { setting: 'WRITER_MODEL_URL', example: 'https://models.example/v1', isOptional: true },
    WRITER_MODEL_NAME: { setting: 'WRITER_MODEL_NAME', example: 'a-model', isOptional: true },
    WRITER_MODEL_KEY: { secret: 'redline-model', key: 'writer', example: 'secret', isOptional: true },
  },
  shutdown: { drainMs: 0, timeoutMs: 15_000 },
  startTimeoutSeconds: 60,
  resources: { cpu: 0.1, memoryMib: 384, peakMemoryMib: 125 },
  scratch: {},
  replicas: { min: 2, max: 6 },
  // Eight are written at a time, and somebody watches each.
  scaling: { waitingJobs: { report: 8 } },
  egress: ['models'],
} as const satisfies Workload;
