import { streams } from '@redline/contracts';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { itRunsAsAProcess, openServiceProcess } from '@redline/testkit';
import { afterAll, describe } from 'vitest';

const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'batch_orchestrator',
});
await makeStreams(service.natsUrl, streams);
afterAll(service.dispose);

describe('the process', () => {
  itRunsAsAProcess(service, { name: 'batch-orchestrator', wrong: { BATCH_LEASE_MS: '1' } });
});
