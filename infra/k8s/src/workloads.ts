import { workload as batchOrchestrator } from '@redline/batch-orchestrator/workload';
import { workload as billing } from '@redline/billing/workload';
import { workload as consoleWorkload } from '@redline/console/workload';
import { workload as gateway } from '@redline/gateway/workload';
import { workload as mediaEngine } from '@redline/media-engine/workload';
import { workload as report } from '@redline/report/workload';
import { workload as textEngine } from '@redline/text-engine/workload';
import { workload as webhooks } from '@redline/webhooks/workload';
import type { Workload } from '@redline/workload';

/** Every service, as its team describes it. */
export const workloads: readonly Workload[] = [
  gateway,
  billing,
  textEngine,
  mediaEngine,
  batchOrchestrator,
  report,
  webhooks,
  consoleWorkload,
];
