import type { Workload } from '@redline/workload';

/** The batch orchestrator on a cluster. */
export const workload = {
  name: 'batch-orchestrator',
  priority: 'working',
  environment: {},
  shutdown: { drainMs: 0, timeoutMs: 15_000 },
  startTimeoutSeconds: 60,
  resources: { cpu: 0.1, memoryMib: 384, peakMemoryMib: 132 },
  scratch: {},
  replicas: { min: 2, max: 6 },
  // Sixteen batches are handed out at a time.
  scaling: { waitingJobs: { 'batch-orchestrator': 32, 'batch-orchestrator-deletions': 200 } },
  egress: [],
} as const satisfies Workload;
