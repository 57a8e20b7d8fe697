import type { Drill } from '../drill.ts';
import { restoreUnderLoad } from '../restore/restore-under-load.ts';

/**
 * Each service has a Postgres of its own, and they come back at different times: the gateway the oldest, billing the newest.
 * Texts only, since a batch and its items lie with two owners and would be torn.
 */
export const restoreApart: Drill = {
  section: 'A restore',
  run: (context) =>
    restoreUnderLoad(context, {
      oneEach: true,
      earlierMs: {
        gateway: 5_000,
        'batch-orchestrator': 4_000,
        report: 3_000,
        webhooks: 3_000,
        'media-engine': 3_000,
        'text-engine': 2_500,
        billing: 0,
      },
      isMixed: false,
      stepMs: 9_000,
      rate: 20,
    }),
};
