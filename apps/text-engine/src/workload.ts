import type { Workload } from '@redline/workload';

const modelSecret = 'redline-model';

/** The text engine on a cluster. */
export const workload = {
  name: 'text-engine',
  priority: 'working',
  environment: {
    // A heap that stays small: most of the memory is the reader's, outside of it.
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256',
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '1000000',
    JUDGE_THREADS: '1',
    MODEL_URL: { setting: 'MODEL_URL', example: 'https://models.example/v1', isOptional: true },
    MODEL_NAME: { setting: 'MODEL_NAME', example: 'a-model', isOptional: true },
    MODEL_KEY: { secret: modelSecret, key: 'text', example: 'secret', isOptional: true },
  },
  shutdown: { drainMs: 0, timeoutMs: 15_000 },
  startTimeoutSeconds: 120,
  resources: { cpu: 1, memoryMib: 1_024, peakMemoryMib: 480 },
  scratch: {},
  replicas: { min: 2, max: 24 },
  // One thread judges some ten texts of 300 characters a second: so many wait for five, thirty and ten seconds.
  scaling: {
    waitingJobs: { 'text-engine': 50, 'text-engine-batches': 300, 'text-engine-rewrites': 20 },
  },
  egress: ['models'],
} as const satisfies Workload;
